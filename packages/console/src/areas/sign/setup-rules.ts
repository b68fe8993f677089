import type { BodyOf, setupAdministrator } from '@stationmaster/contract'
import { isEmail } from '../../features/people/is-email.ts'
import type { useTexts } from '../../lib/texts.ts'
import { isShort } from './sign-up-rules.ts'

/** Fields of the first-run screen and their validation before they are sent. */
export type Setup = {
  code: string
  username: string
  email: string
  password: string
  confirm: string
  organisation: string
  currency: string
}

export const emptySetup: Setup = {
  code: '',
  username: '',
  email: '',
  password: '',
  confirm: '',
  organisation: '',
  currency: '',
}

export const setupProblems = (t: ReturnType<typeof useTexts<'sign'>>) => ({
  code: (value: string) => (value.trim() === '' ? t('setup.missingCode') : null),
  username: (value: string) => (value.trim() === '' ? t('setup.missingUsername') : null),
  email: (value: string) => (isEmail(value) ? null : t('setup.wrongEmail')),
  password: (value: string) => {
    if (value === '') return t('setup.missingPassword')
    return isShort(value) ? t('setup.shortPassword') : null
  },
  confirm: (value: string, { password }: Setup) => {
    if (value === '') return t('setup.missingConfirm')
    return value === password ? null : t('setup.differentConfirm')
  },
  currency: (value: string) => (value === '' || /^[a-z]{3}$/i.test(value) ? null : t('setup.wrongCurrency')),
})

/** Returns the request: without the confirmation, and without empty fields. */
export function requestOf(values: Setup): BodyOf<typeof setupAdministrator> {
  const { code, username, email, password, organisation, currency } = values
  return {
    code: code.trim(),
    username: username.trim(),
    email: email.trim(),
    password,
    ...(organisation.trim() ? { organisation: organisation.trim() } : {}),
    ...(currency ? { currency: currency.toUpperCase() } : {}),
  }
}

/** Returns the field that a refusal names, if the form has it. */
export const fieldNamed = (name: string | null): keyof Setup | null =>
  (Object.keys(emptySetup) as (keyof Setup)[]).find((field) => field === name) ?? null // Keys of a constant object.
