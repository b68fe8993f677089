import type { ObjectVerb, Verb } from '@stationmaster/contract'

export type { ObjectVerb, Verb } from '@stationmaster/contract'

/**
 * Whose data a query may see. Every query that serves the web door takes one as its first argument;
 * there is no unscoped twin.
 */
export interface Scope {
  accountId: string
  userId: string
  /** Administrators see every account. */
  isAdmin: boolean
  /** Drivers see public stations of the account and what is theirs. */
  isDriver: boolean
  /** Which single objects of a class rules hide or show; absent where no rule for a single object concerns the person. */
  exceptions?: (classCode: string) => Exceptions | null
}

/** All objects of a class but these, or these alone. */
export interface Exceptions {
  kind: 'all-but' | 'only'
  ids: readonly string[]
}

/** The caller of an endpoint, made by the web door from the token. */
export interface Viewer extends Scope {
  session: string
  username: string
  locale: string
  rights: Rights
  /** Areas the person is limited to; null: all that the interface opens. Administrators are not bound by them. */
  areas?: readonly string[] | null
  /** Of the call in which they ask. */
  correlation?: string
}

/** What a person may do with classes of objects, their methods and single objects; administrators are not bound. */
export interface Rights {
  /** Without access to the class every other verb is no. */
  may: (classCode: string, verb: Verb) => boolean
  /** With a method of the class; on one object its own rules count, too. */
  mayMethod: (
    classCode: string,
    methodCode: string,
    letter: MethodRight,
    object?: Omit<ObjectName, 'classCode'>,
  ) => boolean
  /** With one object: the class's rules and those for the object. Whose objects are in sight at all the scope says. */
  mayObject: (object: ObjectName, verb: ObjectVerb) => boolean
  /** With the class, or by a rule for a single object with at least one of it. */
  maySome: (classCode: string, verb: ObjectVerb) => boolean
  /** Returns the ids of the objects of a class that have rules of their own for the person. */
  ruledObjects: (classCode: string) => readonly string[]
}

/** An object as rules name it; its owner may see, change and delete it. */
export interface ObjectName {
  classCode: string
  id: string
  isOwn?: boolean
}

/** What the web door must know of a caller beside whose rows they may see. */
export interface AuthContext {
  /** When the session last showed a password or a second factor. */
  provenAt: Date
  /** What must be done before anything else. */
  mustFirst: 'change_password' | 'enrol_totp' | null
  /** Whether the person may come from this address. */
  isIpAllowed: (address: string) => boolean
}

/** x execute, v visible (the button is there), e enable (the button can be pressed; never without x). */
export type MethodRight = 'x' | 'v' | 'e'
