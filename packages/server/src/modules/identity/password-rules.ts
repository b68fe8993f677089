import { passwordLength } from '@stationmaster/contract'
import { type Refusal, refuseInWords, refuseAs, refuseByRule } from '../../shared/refusal.ts'
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
  const common = (message: string) => refuseAs('password.common', refuseInWords('invalid', message, field))
  const { minimum, maximum } = passwordLength
  if (password.length < minimum)
    return refuseByRule('minLength', `A password has at least ${minimum} characters`, field, minimum)
  if (password.length > maximum)
    return refuseByRule('maxLength', `A password has at most ${maximum} characters`, field, maximum)
  const folded = password.toLowerCase()
  const names = [owner.username, owner.email, owner.email?.split('@')[0]]
  if (names.some((name) => name && name.toLowerCase() === folded))
    return common('The password must not be the login or the e-mail')
  if (new Set(folded).size < 3 || isCommon(folded))
    return common('This password is among the most common ones. Choose another')
  return null
}
