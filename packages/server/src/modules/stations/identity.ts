import { type Refusal, refuseInWords, refuseAs } from '../../shared/refusal.ts'

// Control characters and "/" cannot be part of the address (1.6-J, 3.1.1), ":" not of a Basic user name (RFC
// 7617).
const unfit = /[\p{Cc}/:\u2400]/u

/** Returns a refusal if the identity of a new station is invalid. */
export function checkIdentity(identity: string): Refusal | null {
  if (identity.trim() !== identity || identity === '')
    return refuseAs(
      'station.identity_invalid',
      refuseInWords('invalid', 'An identity neither is empty nor begins or ends with a blank', 'identity'),
    )
  if (unfit.test(identity))
    return refuseAs(
      'station.identity_invalid',
      refuseInWords('invalid', 'An identity has no "/", no ":" and no control characters', 'identity'),
    )
  return null
}

export const identityTaken: Refusal = {
  ...refuseInWords('conflict', 'A station with this identity exists already', 'identity'),
  code: 'station.identity_taken',
}

/** Returns the base link of an account, to which the identity is appended. */
export const accountLink = (stationOrigin: string, accountCode: string): string =>
  `${stationOrigin}/ocpp/${encodeURIComponent(accountCode)}/`

export const stationLink = (stationOrigin: string, accountCode: string, identity: string): string =>
  accountLink(stationOrigin, accountCode) + encodeURIComponent(identity)
