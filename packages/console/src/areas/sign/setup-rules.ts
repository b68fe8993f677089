import type { useTexts } from '../../lib/texts.ts'

/** The fields of the first-run screen and what is asked of them before the server sees them. */
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

const shortest = 8

export const setupProblems = (t: ReturnType<typeof useTexts>) => ({
  code: (value: string) => (value.trim() === '' ? t('setup.missingCode') : null),
  username: (value: string) => (value.trim() === '' ? t('setup.missingUsername') : null),
  email: (value: string) => (/^[^@\s]+@[^@\s]+$/.test(value.trim()) ? null : t('setup.wrongEmail')),
  password: (value: string) => {
    if (value === '') return t('setup.missingPassword')
    return value.length < shortest ? t('setup.shortPassword') : null
  },
  confirm: (value: string, { password }: Setup) => {
    if (value === '') return t('setup.missingConfirm')
    return value === password ? null : t('setup.differentConfirm')
  },
  currency: (value: string) => (value === '' || /^[a-z]{3}$/i.test(value) ? null : t('setup.wrongCurrency')),
})
