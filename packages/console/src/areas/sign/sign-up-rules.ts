import { passwordLength } from '@stationmaster/contract'
import { isEmail } from '../../features/people/is-email.ts'
import type { useTexts } from '../../lib/texts.ts'
import type { Problems } from './plain-form.ts'

/** Fields of the sign-up and their validation before they are sent. */
export type SignUp = { username: string; email: string; password: string; confirm: string; accept: boolean }

export const emptySignUp: SignUp = { username: '', email: '', password: '', confirm: '', accept: false }

export const signUpProblems =
  (t: ReturnType<typeof useTexts<'sign'>>) =>
  ({ username, email, password, confirm, accept }: SignUp): Problems<SignUp> => ({
    username: username.trim() === '' && t('setup.missingUsername'),
    email: !isEmail(email) && t('setup.wrongEmail'),
    password: password === '' ? t('setup.missingPassword') : isShort(password) && t('setup.shortPassword'),
    confirm: confirm === '' ? t('setup.missingConfirm') : confirm !== password && t('setup.differentConfirm'),
    accept: !accept && t('signUp.mustAccept'),
  })

export const isShort = (password: string): boolean => password.length < passwordLength.minimum

/** Returns the field that a refusal names, if the form has it. */
export const fieldNamed = (name: string | null): 'username' | 'email' | 'password' | null =>
  name === 'username' || name === 'email' || name === 'password' ? name : null
