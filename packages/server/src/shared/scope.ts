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
}

/** The caller of an endpoint, made by the web door from the token. */
export interface Viewer extends Scope {
  session: string
  username: string
  locale: string
}
