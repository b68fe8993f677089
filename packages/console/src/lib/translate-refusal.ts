import i18next, { type i18n as Instance } from 'i18next'
import type { Refused } from './refusal.ts'
import { loadTexts } from './texts.ts'

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
  await loadTexts('errors')
  if (!i18n.exists(`errors:${code}`)) return message
  if (code === 'value.type') {
    await loadTexts('value-types')
    return i18n.t('errors:value.type', { type: typesInWords(String(given['type'])) })
  }
  const params = cause ? { ...given, reason: await translateRefusal(cause) } : given
  // the keys are those of the contract; a test checks each
  return i18n.t(`errors:${code}` as 'ui.failed', params)
}

/** Returns the types of JSON Schema, such as `integer, null`, in the words of the language. */
const typesInWords = (types: string): string =>
  types
    .split(', ')
    .map((type) =>
      i18n.exists(`value-types:types.${type}`) ? i18n.t(`value-types:types.${type}` as 'ui.failed') : type,
    )
    .join(', ')
