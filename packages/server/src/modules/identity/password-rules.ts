import { passwordLength } from '@stationmaster/contract'
import { type Refusal, refuse, refuseAs, refuseByRule } from '../../shared/refusal.ts'
import { commonPasswords } from './common-passwords.gen.ts'

/** What a password must not be, beside the common ones: the person's own names. */
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
 * Why a new password is not taken; null when it is. Any characters are welcome and none are demanded: length and
 * not being guessed first are what counts (A6; NIST SP 800-63B, 5.1.1.2).
 */
export function passwordProblem(password: string, owner: Owner, field = 'password'): Refusal | null {
  const common = (message: string) => refuseAs('password_common', refuse('invalid', message, field))
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
