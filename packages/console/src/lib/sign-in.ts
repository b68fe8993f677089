import { whoami } from '@stationmaster/contract'
import { call } from './call.ts'
import { requestToken } from './request-token.ts'
import { enter, isPendingStep } from './session.ts'
import { dropToken, storeToken, type TokenAnswer } from './token.ts'

/** Signs in with login or e-mail. Throws `TokenRefusal`, or what a call throws. */
export async function signIn(username: string, password: string): Promise<void> {
  await signInWith(await requestToken({ grant_type: 'password', username, password }))
}

/**
 * Signs in with existing tokens. The form stays on screen, so the phase does not become pending. Also
 * resolves if the session must complete a step first.
 */
export async function signInWith(answer: TokenAnswer): Promise<void> {
  dropToken()
  storeToken(answer)
  try {
    enter(await call(whoami, {}))
  } catch (failure) {
    if (isPendingStep(failure)) return
    dropToken()
    throw failure
  }
}
