import { type Refusal, refuse } from '../../shared/refusal.ts'

// Control characters and "/" cannot be part of the address (1.6-J, 3.1.1), ":" not of a Basic user name (RFC
// 7617).
const unfit = /[\p{Cc}/:\u2400]/u

/** Returns a refusal if the identity of a new station is invalid. */
export function checkIdentity(identity: string): Refusal | null {
  const isValid = identity !== '' && identity.trim() === identity && !unfit.test(identity)
  return isValid ? null : refuse('station.identity_invalid', { field: 'identity' })
}

export const identityTaken = refuse('station.identity_taken', { field: 'identity' })
