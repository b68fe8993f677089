import { generalCodes } from '@stationmaster/contract'
import i18next, { type i18n as Instance } from 'i18next'
import type { Refused } from './refusal.ts'
import { currentLanguage, loadTexts } from './texts.ts'

const i18n: Instance = i18next

/**
 * Translates a refusal by its code and parameters. A code that this console does not contain (of a newer
 * server) keeps the server's message.
 */
export async function translateRefusal({
  code,
  message,
  params: given = {},
  cause,
}: Refused): Promise<string> {
  await loadTexts('errors', 'refusals')
  const params = cause ? { ...given, reason: await translateRefusal(cause) } : given
  // the keys are those of the contract; a test checks each
  if (i18n.exists(`errors:${code}`)) return i18n.t(`errors:${code}` as 'ui.failed', params)
  const key = `refusals:${keyOf(code, params)}`
  if (!i18n.exists(key)) return message
  const words = i18n.t(key as 'ui.failed', params)
  const isGeneral = generalCodes.some((known) => known === code) && params['rule'] === undefined
  if (!isGeneral) return words
  return currentLanguage() === 'en' && message !== '' ? message : `${words} ${message}`.trim()
}

const keyOf = (code: string, { rule }: NonNullable<Refused['params']>): string =>
  code === 'invalid' && typeof rule === 'string' ? `rules.${rule}` : code
