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
  blind?: readonly string[]
}

/** The caller of an endpoint, made by the web door from the token. */
export interface Viewer extends Scope {
  session: string
  username: string
  locale: string
  rights: Rights
}

/** What a person may do with classes of objects and their methods; administrators are not bound. */
export interface Rights {
  /** Without access to the class every other verb is no. */
  may: (classCode: string, verb: Verb) => boolean
  mayMethod: (classCode: string, methodCode: string, letter: MethodLetter) => boolean
}

/** What the web door must know of a caller beside whose rows they may see. */
export interface Standing {
  /** When the session last showed a password or a second factor. */
  provenAt: Date
  /** What must be done before anything else. */
  mustFirst: 'change_password' | 'enrol_totp' | null
  /** Whether the person may come from this address. */
  welcomes: (address: string) => boolean
}

/** a access, c create, s select, u update, d delete. */
export type Verb = 'a' | 'c' | 's' | 'u' | 'd'
/** x execute, v visible (the button is there), e enable (the button can be pressed; never without x). */
export type MethodLetter = 'x' | 'v' | 'e'
