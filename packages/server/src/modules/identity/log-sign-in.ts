import type { IdentityDeps } from './deps.ts'
import type { Caller } from './tokens.ts'

type FailedSignInEvent =
  | 'wrong password'
  | 'unknown name'
  | 'wrong second factor'
  | 'locked'
  | 'address refused'
  | 'refresh token used twice'

/** A failed sign-in. The entered name is not logged: it may be a password in the wrong field. */
interface FailedSignIn {
  event: FailedSignInEvent
  /** Null if no user has that name. */
  userId: string | null
  accountId?: string | null
  caller: Caller
}

/** Logs a failed sign-in and its address for administrators. */
export const logFailedSignIn = (deps: Pick<IdentityDeps, 'logEvent'>, failed: FailedSignIn): void =>
  deps.logEvent({
    type: 'warning',
    code: 'sign-in',
    event: failed.event,
    text: failed.caller.address,
    account: failed.accountId,
    user: failed.userId === null ? null : { userId: failed.userId },
  })

interface LoginSessionEvent {
  event: 'signed in' | 'signed out'
  user: { userId: string; username?: string }
  /** The code of the login session. */
  session: string
  accountId?: string | null
  /** The address, and the client if it is not the console. */
  text: string
}

/** Adds the beginning or the end of a login session to the event log. */
export const logLoginSession = (
  deps: Pick<IdentityDeps, 'logEvent'>,
  { accountId, ...entered }: LoginSessionEvent,
): void => deps.logEvent({ type: 'message', code: 'sign-in', account: accountId, ...entered })
