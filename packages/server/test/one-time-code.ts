import { TOTP } from 'otpauth'

/** Returns the code that an authenticator app shows for a secret, `steps` half-minute steps from now. */
export const oneTimeCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
