import { generalCodes } from '@stationmaster/contract'
import i18next, { type i18n as Instance } from 'i18next'
import { currentLanguage, loadTexts } from './texts.ts'

const i18n: Instance = i18next

export interface Refused {
  code: string
  /** Message of the server, in English. */
  message: string
  params?: Readonly<Record<string, unknown>>
}

/**
 * Translates a refusal by its code and values. A general code says only how a call failed: the server's
 * message is appended, except in English, where it stands alone. A refusal without a translation keeps the
 * server's message.
 */
export async function translateRefusal({ code, message, params = {} }: Refused): Promise<string> {
  await loadTexts('refusals')
  const key = `refusals:${keyOf(code, params)}`
  if (!i18n.exists(key)) return message
  // the keys are those of the contract; a test checks each
  const words = i18n.t(key as 'ui.failed', params)
  if (code === 'quota_exceeded' && key !== 'refusals:quota_exceeded.other')
    return `${words} ${i18n.t(`refusals:quota_exceeded.${params['withdeleted'] === true ? 'askWithDeleted' : 'ask'}` as 'ui.failed')}`
  const isGeneral = generalCodes.some((known) => known === code) && params['rule'] === undefined
  if (!isGeneral) return words
  return currentLanguage() === 'en' && message !== '' ? message : `${words} ${message}`.trim()
}

const counted = ['stations', 'cards', 'users']

function keyOf(code: string, { rule, resource }: NonNullable<Refused['params']>): string {
  if (code === 'quota_exceeded')
    return `${code}.${counted.find((known) => known === resource) ?? (resource === undefined ? 'other' : 'unknown')}`
  return code === 'invalid' && typeof rule === 'string' ? `rules.${rule}` : code
}
