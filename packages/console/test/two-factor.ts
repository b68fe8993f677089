import { totpBegin, totpConfirm } from '@stationmaster/contract'
import { oneTimeCode } from '../../server/test/one-time-code.ts'
import type { ServerProcess } from './server-process.ts'

/**
 * Sets up two-factor authentication for the user of a token; returns the secret and the recovery codes. A code is
 * accepted once, in its own step and the steps next to it: sign in with `oneTimeCode(secret, 1)`, which stays valid
 * if a step ends meanwhile.
 */
export async function setUpTwoFactor(server: ServerProcess, token: string) {
  const { secret } = (await server.request(`/api/v1${totpBegin.path}`, {}, token)) as { secret: string }
  const body = { code: oneTimeCode(secret) }
  const confirmed = await server.request(`/api/v1${totpConfirm.path}`, body, token)
  return { secret, codes: (confirmed as { recoverycodes: string[] }).recoverycodes }
}
