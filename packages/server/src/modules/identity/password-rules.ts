import { passwordLength } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { commonPasswords } from './common-passwords.gen.ts'

/** The user's own names, which the password must not be. */
export interface Owner {
  username: string
  email: string | null
}

let common: Set<string> | undefined

const isCommon = (folded: string): boolean => {
  common ??= new Set(commonPasswords.trim().split(/\s+/))
  return common.has(folded)
}

/**
 * Returns a refusal if the new password is not acceptable, or null. All characters are allowed and none are
 * required: only length and not being easy to guess count (A6; NIST SP 800-63B, 5.1.1.2).
 */
export function passwordProblem(password: string, owner: Owner, field = 'password'): Refusal | null {
  const { minimum, maximum } = passwordLength
  if (password.length < minimum) return refuse('value.too_short', { limit: minimum, field })
  if (password.length > maximum) return refuse('value.too_long', { limit: maximum, field })
  const folded = password.toLowerCase()
  const names = [owner.username, owner.email, owner.email?.split('@')[0]]
  if (names.some((name) => name && name.toLowerCase() === folded))
    return refuse('password.own_name', { field })
  if (new Set(folded).size < 3 || isCommon(folded)) return refuse('password.common', { field })
  return null
}
