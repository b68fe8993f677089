import { toWireText } from '@stationmaster/ocpp'
import { isSecretKey, mask } from '../../shared/secret-words.ts'
import { isPayload } from '../commands/index.ts'

/** A configuration key as a station told it. */
export interface Setting {
  key: string
  value: string | null
  isReadonly: boolean
}

/** OCPP 1.6, 7.32 allows 50 characters for a key and 500 for a value; longer ones of stations are tolerated up to here. */
const longestKey = 200
const longestValue = 5_000

/** A value as text: stations send numbers and booleans too (Q29). Secrets are not kept. */
export function readValue(key: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (isSecretKey(key)) return value === '' ? '' : mask
  return toWireText((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestValue))
}

/** The keys of a GetConfiguration answer; of one that is told twice the last counts. What has no name is left out. */
export function readSettings(payload: unknown): { settings: Setting[]; unknown: string[] } {
  if (!isPayload(payload)) return { settings: [], unknown: [] }
  const settings = new Map<string, Setting>()
  for (const item of listOf(payload['configurationKey'])) {
    if (!isPayload(item) || typeof item['key'] !== 'string') continue
    if (item['key'].length > longestKey) continue
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

/** Security whitepaper, A00.FR.205: a key has 16 bytes at least; as hexadecimal digits twice as many. */
export const shortestKey = 16

/**
 * The key that an AuthorizationKey stands for: hexadecimal digits stand for bytes (OCPP-J 1.6, 6.2.2), other text for
 * itself. Stations that sign in with the digits themselves are understood at the door.
 */
export const matchKey = (value: string): Buffer =>
  Buffer.from(value, /^([0-9a-f]{2}){16,20}$/i.test(value) ? 'hex' : 'utf8')
