import type { classCodes } from '@stationmaster/contract'

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
  /** Classes that were taken from the person: searches over several classes leave them out. */
  blind?: readonly ClassCode[]
}

/** The caller of an endpoint, made by the web door from the token. */
export interface Viewer extends Scope {
  session: string
  username: string
  locale: string
}

/** What the web door must know of a caller beside whose rows they may see. */
export interface Standing {
  /** When the session last showed a password or a second factor. */
  provenAt: Date
  /** What must be done before anything else. */
  mustFirst: 'change_password' | 'enrol_totp' | null
  /** Whether the person may come from this address. */
  welcomes: (address: string) => boolean
  /** Whether the person may do this with objects of the class. */
  may: (classCode: ClassCode, verb: Verb) => boolean
}

export type ClassCode = (typeof classCodes)[number]
/** a access, c create, s select, u update, d delete. */
export type Verb = 'a' | 'c' | 's' | 'u' | 'd'
