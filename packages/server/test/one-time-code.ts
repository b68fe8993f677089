import { TOTP } from 'otpauth'

/** The code that an authenticator app shows for a secret, now or some steps of half a minute later. */
export const oneTimeCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
