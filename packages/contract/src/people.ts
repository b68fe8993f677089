import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { classCodes, interfaceCodes, locales } from './session.ts'
import {
  Bool,
  ById,
  closed,
  Count,
  Done,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  objectColumns,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const people = 'People'
const groups = 'Groups'
const rights = 'Rights'

/** `open` has never signed in, `locked` is blocked by an administrator, `expired` is over without blame. */
export const userStates = ['open', 'active', 'locked', 'expired', 'deleted'] as const
/** In which states a person allows what an administrator may do with them. */
export const userCan = {
  lock: ['open', 'active', 'expired'],
  unlock: ['open', 'active', 'locked', 'expired'],
  expire: ['open', 'active'],
  delete: ['open', 'active', 'locked', 'expired'],
} as const satisfies Record<string, readonly (typeof userStates)[number][]>

export const areaCodes = ['crm', 'driver', 'admin', 'ocpp'] as const

export const User = Type.Object({
  ...objectColumns,
  statecode: Words(userStates),
  /** The login. */
  username: Text,
  email: Nullable(Text),
  /** First and last name, or the login. */
  name: Text,
  firstname: Nullable(Text),
  lastname: Nullable(Text),
  phone: Nullable(Text),
  description: Nullable(Text),
  admin: Bool,
  guest: Bool,
  interfacecode: Words(interfaceCodes),
  /** Areas the person is limited to; null: all that the interface opens. */
  areas: Nullable(Type.Array(Words(areaCodes))),
  localecode: Text,
  accountid: Id,
  accountcode: Text,
  accountname: Text,
  /** The same as the state's name. */
  statustext: Text,
  /** The password must be changed at the next sign-in. */
  passwordchange: Bool,
  /** A second factor is set up. */
  totp: Bool,
  lastactivity: Nullable(Instant),
  /** Sessions that live. */
  sessions: Int,
  /** Too many wrong passwords: no further try until then. */
  lockeduntil: Nullable(Instant),
  /** Codes of groups, system groups too. */
  groups: Type.Array(Text),
  /** Networks the person may come from (CIDR); empty: from anywhere. */
  allowed: Type.Array(Text),
  /** Networks the person may not come from; they win over `allowed`. */
  denied: Type.Array(Text),
  /** Grows with each change; `/admin/user/set` may be told the number it has seen. */
  version_no: Int,
})

export const adminUserList = endpoint({
  path: '/admin/user/list',
  subject: people,
  summary: 'People of all accounts',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(User),
})
export const adminUserCount = endpoint({
  path: '/admin/user/count',
  subject: people,
  summary: 'How many people match',
  may: 'admin',
  body: ListQuery,
  answer: Count,
})
export const adminUserGet = endpoint({
  path: '/admin/user/get',
  subject: people,
  summary: 'One person',
  may: 'admin',
  body: ById,
  answer: User,
})
export const adminUserSet = endpoint({
  path: '/admin/user/set',
  subject: people,
  summary: 'Add a person (id null: username and password are needed) or change one',
  may: 'admin',
  fresh: true,
  body: Type.Object(
    {
      id: Nullable(Id),
      username: Optional(Type.String({ minLength: 1, maxLength: 64 })),
      email: Optional(Nullable(Type.String({ maxLength: 254 }))),
      /** Of a new person, or a new one: it ends every session of the person. */
      password: Optional(Type.String({ minLength: 8, maxLength: 256 })),
      firstname: Optional(Nullable(Type.String({ maxLength: 120 }))),
      lastname: Optional(Nullable(Type.String({ maxLength: 120 }))),
      phone: Optional(Nullable(Type.String({ maxLength: 40 }))),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      admin: Optional(Bool),
      guest: Optional(Bool),
      interfacecode: Optional(Words(interfaceCodes)),
      areas: Optional(Nullable(Type.Array(Words(areaCodes), { maxItems: 4 }))),
      localecode: Optional(Words(locales)),
      /** Only for a new person; the caller's account without it. */
      accountid: Optional(Id),
      passwordchange: Optional(Bool),
      /** Refused with 409 when somebody else has changed the person since this number was read. */
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: User,
})

const act = (action: string, summary: string) =>
  ({
    path: `/admin/user/${action}`,
    subject: people,
    summary,
    may: 'admin',
    fresh: true,
    body: JustId,
    answer: User,
  }) as const

export const adminUserLock = endpoint(act('lock', 'Block a person; every session of theirs ends'))
export const adminUserUnlock = endpoint(
  act('unlock', 'Let a blocked or expired person in again, and forget wrong passwords'),
)
export const adminUserExpire = endpoint(act('expire', 'End the access of a person; every session ends'))
export const adminUserDelete = endpoint(act('delete', 'Delete a person; every session ends'))
export const adminUserPasswordExpire = endpoint(
  act('password/expire', 'Every session ends; the next sign-in must change the password'),
)
export const adminUserTotpRemove = endpoint(
  act('totp/remove', 'Take the second factor of a person away who has lost it; every session ends'),
)

const UserNetwork = Type.Object({ type: Words(['allow', 'deny'] as const), network: Text })
const Networks = Type.Array(Type.String({ maxLength: 49 }), { maxItems: 100 })
export const adminUserIpTableList = endpoint({
  path: '/admin/user/iptable/list',
  subject: people,
  summary: 'Networks that a person may and may not come from',
  may: 'admin',
  body: JustId,
  answer: Type.Array(UserNetwork),
})
export const adminUserIpTableSet = endpoint({
  path: '/admin/user/iptable/set',
  subject: people,
  summary: 'Replace the lists (addresses or CIDR): sessions from elsewhere are refused at once',
  may: 'admin',
  fresh: true,
  body: Type.Object(
    { id: Id, allowed: Optional(Networks), denied: Optional(Networks), version_no: Optional(Int) },
    closed,
  ),
  answer: Type.Array(UserNetwork),
})
export const adminUserInterfaceList = endpoint({
  path: '/admin/user/interface/list',
  subject: people,
  summary: 'The interfaces there are, and which one the person has',
  may: 'admin',
  body: JustId,
  answer: Type.Array(Type.Object({ code: Words(interfaceCodes), name: Text, current: Bool })),
})
export const adminUserInterfaceSet = endpoint({
  path: '/admin/user/interface/set',
  subject: people,
  summary: 'Give a person another interface, and limit them to areas',
  may: 'admin',
  fresh: true,
  body: Type.Object(
    {
      id: Id,
      code: Words(interfaceCodes),
      areas: Optional(Nullable(Type.Array(Words(areaCodes), { maxItems: 4 }))),
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: User,
})

// --- groups

export const Group = Type.Object({
  id: Id,
  code: Text,
  name: Text,
  description: Nullable(Text),
  /** Comes with the installation: its members follow from what people are. */
  system: Bool,
  members: Int,
  created: Instant,
  lastupdate: Instant,
  version_no: Int,
})
export const groupList = endpoint({
  path: '/admin/group/list',
  subject: groups,
  summary: 'Groups of people',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(Group),
})
export const groupCount = endpoint({
  path: '/admin/group/count',
  subject: groups,
  summary: 'How many groups match',
  may: 'admin',
  body: ListQuery,
  answer: Count,
})
export const groupGet = endpoint({
  path: '/admin/group/get',
  subject: groups,
  summary: 'One group',
  may: 'admin',
  body: ById,
  answer: Group,
})
export const groupSet = endpoint({
  path: '/admin/group/set',
  subject: groups,
  summary: 'Add a group (id null) or change one; the code of a system group stays',
  may: 'admin',
  fresh: true,
  body: Type.Object(
    {
      id: Nullable(Id),
      code: Optional(Type.String({ minLength: 1, maxLength: 40 })),
      name: Optional(Type.String({ minLength: 1, maxLength: 120 })),
      description: Optional(Nullable(Type.String({ maxLength: 2000 }))),
      version_no: Optional(Int),
    },
    closed,
  ),
  answer: Group,
})
export const groupDelete = endpoint({
  path: '/admin/group/delete',
  subject: groups,
  summary: 'Delete a group and the rights it has; system groups stay',
  may: 'admin',
  fresh: true,
  body: JustId,
  answer: Done,
})

const Member = Type.Object({
  id: Id,
  username: Text,
  name: Text,
  email: Nullable(Text),
  statecode: Words(userStates),
})
/** A group and a person. */
const GroupAndMember = Type.Object({ id: Id, member: Id }, closed)
export const groupMemberList = endpoint({
  path: '/admin/group/member/list',
  subject: groups,
  summary: 'The members of a group',
  may: 'admin',
  body: JustId,
  answer: Type.Array(Member),
})
export const groupMemberAdd = endpoint({
  path: '/admin/group/member/add',
  subject: groups,
  summary: 'Put a person (member) into a group (id)',
  may: 'admin',
  fresh: true,
  body: GroupAndMember,
  answer: Done,
})
export const groupMemberDelete = endpoint({
  path: '/admin/group/member/delete',
  subject: groups,
  summary: 'Take a person (member) out of a group (id)',
  may: 'admin',
  fresh: true,
  body: GroupAndMember,
  answer: Done,
})
/** A person and a group. */
const MemberAndGroup = Type.Object({ id: Id, group: Id }, closed)
export const memberList = endpoint({
  path: '/admin/member/list',
  subject: groups,
  summary: 'The groups of a person',
  may: 'admin',
  body: JustId,
  answer: Type.Array(Group),
})
export const memberAdd = endpoint({
  path: '/admin/member/add',
  subject: groups,
  summary: 'Put a person (id) into a group',
  may: 'admin',
  fresh: true,
  body: MemberAndGroup,
  answer: Done,
})
export const memberDelete = endpoint({
  path: '/admin/member/delete',
  subject: groups,
  summary: 'Take a person (id) out of a group',
  may: 'admin',
  fresh: true,
  body: MemberAndGroup,
  answer: Done,
})

// --- sessions of everybody

export const sessionStates = ['active', 'ended'] as const
const AnySession = Type.Object({
  id: Id,
  userid: Id,
  username: Text,
  name: Text,
  accountname: Text,
  host: Nullable(Text),
  agent: Nullable(Text),
  statecode: Words(sessionStates),
  /** Why it ended, where somebody ended it. */
  statustext: Nullable(Text),
  created: Instant,
  lastactivity: Instant,
  expires: Instant,
})
export const adminSessionList = endpoint({
  path: '/admin/session/list',
  subject: people,
  summary: 'Sessions of people, the newest activity first; ended ones only where statecode is asked for',
  may: 'admin',
  csv: true,
  body: ListQuery,
  answer: Type.Array(AnySession),
})
export const adminSessionCount = endpoint({
  path: '/admin/session/count',
  subject: people,
  summary: 'How many sessions match',
  may: 'admin',
  body: ListQuery,
  answer: Count,
})
export const adminSessionEnd = endpoint({
  path: '/admin/session/end',
  subject: people,
  summary: 'End a session',
  may: 'admin',
  fresh: true,
  body: JustId,
  answer: Done,
})
export const signingKeyRotate = endpoint({
  path: '/admin/key/rotate',
  subject: people,
  summary: 'Sign tokens with a new key from now on; tokens of the old one stay good until they run out',
  may: 'admin',
  fresh: true,
  body: Type.Object({}, closed),
  answer: Type.Object({ kid: Text, keys: Int }),
})

// --- rights by class

/** a access, c create, s select, u update, d delete. */
const Verbs = Type.Object({ a: Bool, c: Bool, s: Bool, u: Bool, d: Bool }, closed)
const SomeVerbs = Type.Object(
  { a: Optional(Bool), c: Optional(Bool), s: Optional(Bool), u: Optional(Bool), d: Optional(Bool) },
  closed,
)
const ClassRight = Type.Object({
  classcode: Words(classCodes),
  subjecttype: Words(['group', 'user'] as const),
  subjectid: Id,
  subjectcode: Text,
  subjectname: Text,
  allow: Verbs,
  deny: Verbs,
})
export const classAccessList = endpoint({
  path: '/workflow/class/access/list',
  subject: rights,
  summary: 'What groups and people are allowed and denied beyond the defaults of their interface',
  may: 'admin',
  body: Type.Object({ class: Optional(Words(classCodes)), group: Optional(Id), user: Optional(Id) }, closed),
  answer: Type.Array(ClassRight),
})
export const classAccessSet = endpoint({
  path: '/workflow/class/access/set',
  subject: rights,
  summary:
    'Allow and deny one group or one person; deny wins, groups are OR-ed. What is left out is neither; administrators are not bound',
  may: 'admin',
  fresh: true,
  body: Type.Object(
    {
      class: Words(classCodes),
      group: Optional(Id),
      user: Optional(Id),
      allow: Optional(SomeVerbs),
      deny: Optional(SomeVerbs),
    },
    closed,
  ),
  answer: Type.Array(ClassRight),
})
