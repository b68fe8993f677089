import { registryLimits, type registryTypes } from '@stationmaster/contract'
import { type Refusal, refuseByRule } from '../../shared/refusal.ts'

export type SettingType = (typeof registryTypes)[number]
/** A stored value: a datetime is an ISO 8601 text. */
export type StoredValue = number | string | boolean

const wrongType = (words: string) => refuseByRule('type', words, 'value')

/** Returns the value normalized for its type, or a refusal if it does not match. */
export function readTyped(type: SettingType, value: StoredValue): StoredValue | Refusal {
  switch (type) {
    case 'integer':
      return Number.isSafeInteger(value) ? value : wrongType('An integer is a whole number up to 2^53')
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : wrongType('This is not a number')
    case 'boolean':
      return typeof value === 'boolean' ? value : wrongType('A truth is true or false')
    case 'datetime':
      return readInstant(value)
    case 'string':
      if (typeof value !== 'string') return wrongType('This is not a text')
      return value.length <= registryLimits.string
        ? value
        : refuseByRule(
            'maxLength',
            `A text has at most ${registryLimits.string} characters`,
            'value',
            registryLimits.string,
          )
  }
}

function readInstant(value: StoredValue): string | Refusal {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value)
  const time = isTime ? Date.parse(value) : Number.NaN
  return Number.isNaN(time)
    ? refuseByRule('date-time', 'A datetime is ISO 8601 with its zone, such as 2026-11-21T12:00:00Z', 'value')
    : new Date(time).toISOString()
}
