import { toWireText } from '@stationmaster/ocpp'
import { isSecretKey, mask } from '../../shared/secret-words.ts'
import { isPayload } from '../commands/index.ts'

/** A configuration key as reported by a station. */
export interface Setting {
  key: string
  value: string | null
  isReadonly: boolean
}

/**
 * OCPP 1.6, 7.32 allows 50 characters for a key and 500 for a value; longer ones of stations are tolerated up
 * to these limits.
 */
const maxKeyLength = 200
const maxValueLength = 5_000

/** Returns a value as text: stations send numbers and booleans too (Q29). Secrets are not stored. */
export function readValue(key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (isSecretKey(key)) return value === '' ? '' : mask
  return toWireText((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxValueLength))
}

/**
 * Returns the keys of a GetConfiguration answer; of duplicates the last counts, items without a key are left
 * out.
 */
export function readSettings(payload: unknown): { settings: Setting[]; unknown: string[] } {
  if (!isPayload(payload)) return { settings: [], unknown: [] }
  const settings = new Map<string, Setting>()
  for (const item of listOf(payload['configurationKey'])) {
    if (!isPayload(item) || typeof item['key'] !== 'string') continue
    if (item['key'].length > maxKeyLength) continue
    const key = toWireText(item['key'])
    const isReadonly = item['readonly'] === true || item['readonly'] === 'true'
    settings.set(key, { key, value: readValue(key, item['value']), isReadonly })
  }
  const unknown = listOf(payload['unknownKey']).filter((key) => typeof key === 'string')
  return { settings: [...settings.values()], unknown: unknown.map(toWireText) }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const isAuthorizationKey = (key: unknown): boolean =>
  typeof key === 'string' && key.toLowerCase() === 'authorizationkey'

/** Security whitepaper, A00.FR.205: a key has at least 16 bytes; as hexadecimal digits twice as many. */
export const minKeyLength = 16

/**
 * Returns the station key that an AuthorizationKey represents: hexadecimal digits are decoded (OCPP-J 1.6,
 * 6.2.2), other text is used as it is. Stations that authenticate with the digits themselves are handled by
 * the gateway.
 */
export const matchKey = (value: string): Buffer =>
  Buffer.from(value, /^([0-9a-f]{2}){16,20}$/i.test(value) ? 'hex' : 'utf8')
