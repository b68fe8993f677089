import type { ObjectVerb, Verb } from '@stationmaster/contract'

export type { ObjectVerb, Verb } from '@stationmaster/contract'

/**
 * Rows that a query may read. Every query on behalf of a user takes a scope as its first argument; there is
 * no variant without one.
 */
export interface Scope {
  accountId: string
  userId: string
  /** Client to whose objects the viewer is limited; null: the whole account, always so for administrators. */
  clientId: string | null
  /** True for administrators, who see every account. */
  isAdmin: boolean
  /** True for drivers, who see public stations of the account and their own data. */
  isDriver: boolean
  /**
   * Returns the single objects of a class that rules hide or show; absent if no rule on an object applies to
   * the user.
   */
  exceptions?: (classCode: string) => Exceptions | null
}

/** Returns the client to whose objects a user is limited: administrators who belong to one are not. */
export const clientLimit = (isAdmin: boolean | null, clientId: string | null): string | null =>
  isAdmin ? null : clientId

/** All objects of a class except these, or only these. */
export interface Exceptions {
  kind: 'all-but' | 'only'
  ids: readonly string[]
}

/** Caller of an endpoint, derived from the token. */
export interface Viewer extends Scope {
  session: string
  username: string
  locale: string
  rights: Rights
  /** Areas to which the user is limited; null: no limit. Does not apply to administrators. */
  areas?: readonly string[] | null
  /** Correlation id of the request. */
  correlation?: string
}

/** Rights of a user on classes of objects, their methods and single objects; administrators are not limited. */
export interface Rights {
  /**
   * Returns true if the user has the right on the class; without access to the class every other right is
   * denied.
   */
  may: (classCode: string, verb: Verb) => boolean
  /** Returns true if the user has the right on a method of the class; rules on an object apply to it, too. */
  mayMethod: (method: MethodName, right: MethodRight) => boolean
  /**
   * Returns true if the user has the right on one object by rules of the class and the object. The scope
   * decides which objects are visible at all.
   */
  mayObject: (object: ObjectName, verb: ObjectVerb) => boolean
  /** Returns true if the user has the right on the class, or on at least one object by a rule. */
  maySome: (classCode: string, verb: ObjectVerb) => boolean
  /** Returns the ids of the objects of a class that have rules for this user. */
  ruledObjects: (classCode: string) => readonly string[]
}

/** Object as rules name it; its owner may see, change and delete it. */
export interface ObjectName {
  classCode: string
  id: string
  isOwn?: boolean
}

/** A method of a class, optionally of one object. */
export interface MethodName {
  classCode: string
  methodCode: string
  object?: Omit<ObjectName, 'classCode'>
}

/** Properties of a caller that authorization needs besides the scope. */
export interface AuthContext {
  /** Time when the session last verified a password or a second factor. */
  provenAt: Date
  /** Action that is required before anything else. */
  mustFirst: 'change_password' | 'enrol_totp' | null
  /** Returns true if the user may sign in from this address. */
  isIpAllowed: (address: string) => boolean
}

/** x execute, v visible (the button is shown), e enable (the button is enabled; never without x). */
export type MethodRight = 'x' | 'v' | 'e'
