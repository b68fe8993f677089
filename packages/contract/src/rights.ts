import { Type } from 'typebox'
import { classLetters, noClass, sees, sets } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { ClassName } from './session.ts'
import { Bool, closed, Id, Int, Nullable, Optional, Text, Words } from './shapes.ts'

const subject = 'Rights'

/** x execute, v visible (the button is shown), e enable (it can be pressed). */
export const methodLetters = ['x', 'v', 'e'] as const
export type RightLetter = (typeof classLetters | typeof methodLetters)[number]

const ClassVerbs = Type.Object({ a: Bool, c: Bool, s: Bool, u: Bool, d: Bool }, closed)
const SomeClassVerbs = Type.Object(
  { a: Optional(Bool), c: Optional(Bool), s: Optional(Bool), u: Optional(Bool), d: Optional(Bool) },
  closed,
)
const MethodVerbs = Type.Object({ x: Bool, v: Bool, e: Bool }, closed)
const SomeMethodVerbs = Type.Object({ x: Optional(Bool), v: Optional(Bool), e: Optional(Bool) }, closed)
const ObjectVerbs = Type.Object({ s: Bool, u: Bool, d: Bool }, closed)
const SomeObjectVerbs = Type.Object({ s: Optional(Bool), u: Optional(Bool), d: Optional(Bool) }, closed)
/** Code of a method or an action, as its class defines it. */
const MethodName = Type.String({ minLength: 1, maxLength: 100 })

/** Group or user of a rule. */
const ruleSubject = {
  subjecttype: Words(['group', 'user'] as const),
  subjectid: Id,
  subjectcode: Text,
  subjectname: Text,
}
/** In a body: exactly one of them. */
const oneSubject = { group: Optional(Id), user: Optional(Id) }

// --- by class

export const ClassRight = Type.Object({
  classcode: Text,
  /** Ancestor class from which the rule was copied. */
  fromclass: Nullable(Text),
  ...ruleSubject,
  allow: ClassVerbs,
  deny: ClassVerbs,
})
export const classAccessList = endpoint({
  path: '/workflow/class/access/list',
  subject,
  summary: 'What groups and users are allowed and denied in addition to the defaults of their interface',
  may: 'admin',
  use: noClass,
  body: Type.Object({ class: Optional(ClassName), ...oneSubject }, closed),
  answer: Type.Array(ClassRight),
})
export const classAccessSet = endpoint({
  path: '/workflow/class/access/set',
  names: 'object',
  subject,
  summary:
    'Allow or deny one group or one user; deny wins, rights of groups are combined. An omitted right is neither; administrators are not restricted',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      class: ClassName,
      ...oneSubject,
      allow: Optional(SomeClassVerbs),
      deny: Optional(SomeClassVerbs),
      /** Applies the same rule to all subclasses. */
      recursive: Optional(Bool),
      /**
       * Removes the group's or user's exceptions for single objects of these classes, so that the class's
       * rule applies to all.
       */
      objectset: Optional(Bool),
      /** Changes nothing, and returns what would be changed. */
      dryrun: Optional(Bool),
    },
    closed,
  ),
  answer: Type.Object({
    /** All current rules of the class. */
    rights: Type.Array(ClassRight),
    /** Codes of the classes whose rule was changed. */
    classes: Type.Array(Text),
    /** Number of objects whose exceptions were removed. */
    objects: Int,
  }),
})

// --- by method

export const MethodRight = Type.Object({
  /** The class itself or an ancestor; the nearest rule of a group or user applies. */
  classcode: Text,
  methodcode: Text,
  ...ruleSubject,
  allow: MethodVerbs,
  deny: MethodVerbs,
})
export const methodAccessList = endpoint({
  path: '/workflow/method/access/list',
  subject,
  summary: 'What groups and users are allowed and denied on methods of a class, including inherited rules',
  may: 'admin',
  use: noClass,
  body: Type.Object({ class: ClassName, method: Optional(MethodName), ...oneSubject }, closed),
  answer: Type.Array(MethodRight),
})
export const methodAccessSet = endpoint({
  path: '/workflow/method/access/set',
  names: 'object',
  subject,
  summary:
    'Allow or deny one group or one user a method: to execute it, to see its button, to press it. Without a rule, users who may change objects of the class may run it (for deleting methods: users who may delete)',
  may: 'admin',
  use: noClass,
  fresh: true,
  body: Type.Object(
    {
      class: ClassName,
      method: MethodName,
      ...oneSubject,
      allow: Optional(SomeMethodVerbs),
      deny: Optional(SomeMethodVerbs),
    },
    closed,
  ),
  answer: Type.Array(MethodRight),
})

// --- by object

export const ObjectRight = Type.Object({
  objectid: Id,
  classcode: Text,
  /** Label of the object; null if it was deleted. */
  objectlabel: Nullable(Text),
  ...ruleSubject,
  allow: ObjectVerbs,
  deny: ObjectVerbs,
})
export const objectAccessList = endpoint({
  path: '/object/access/list',
  subject,
  summary: 'Exceptions for single objects: of one object, of a class, of a group or a user',
  may: 'admin',
  use: sees('charge_point', null),
  body: Type.Object({ class: ClassName, id: Optional(Id), ...oneSubject }, closed),
  answer: Type.Array(ObjectRight),
})
export const objectAccessSet = endpoint({
  path: '/object/access/set',
  subject,
  summary:
    'Allow or deny one group or one user a single object, in addition to the rules of its class; deny wins',
  may: 'admin',
  use: sets('charge_point', null),
  fresh: true,
  body: Type.Object(
    {
      class: ClassName,
      id: Id,
      ...oneSubject,
      allow: Optional(SomeObjectVerbs),
      deny: Optional(SomeObjectVerbs),
    },
    closed,
  ),
  answer: Type.Array(ObjectRight),
})

// --- explanation

/**
 * Basis of the decision: being an administrator, owning the object, the interface's default, a rule, or the
 * scope of visible objects.
 */
export const rightReasons = ['administrator', 'owner', 'default', 'rule', 'scope'] as const
const Explained = Type.Object({
  letter: Words([...classLetters, ...methodLetters]),
  may: Bool,
  reason: Words(rightReasons),
  /** The deciding letter if it is another one: without access to the class there are no other rights. */
  by: Nullable(Words([...classLetters, ...methodLetters])),
  /** The rule, if one decided. */
  rule: Nullable(
    Type.Object({
      effect: Words(['allow', 'deny'] as const),
      level: Words(['class', 'method', 'object'] as const),
      /** Class of the rule: the class itself or, for methods, an ancestor. */
      classcode: Text,
      /** Ancestor class from which the rule was copied. */
      fromclass: Nullable(Text),
      ...ruleSubject,
    }),
  ),
})
export const accessExplain = endpoint({
  path: '/workflow/access/explain',
  names: 'object',
  subject,
  summary:
    'Effective rights of a user on a class, one of its methods (x, v, e) or one object (s, u, d), and the rule behind each',
  may: 'admin',
  use: noClass,
  body: Type.Object(
    { user: Id, class: ClassName, method: Optional(MethodName), object: Optional(Id) },
    closed,
  ),
  answer: Type.Object({
    userid: Id,
    username: Text,
    admin: Bool,
    interfacecode: Text,
    /** True if the user may sign in at all. */
    active: Bool,
    classcode: Text,
    methodcode: Nullable(Text),
    objectid: Nullable(Id),
    objectlabel: Nullable(Text),
    letters: Type.Array(Explained),
  }),
})
