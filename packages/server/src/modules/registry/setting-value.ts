import { registryLimits, type registryTypes } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'

export type SettingType = (typeof registryTypes)[number]
/** A stored value: a datetime is an ISO 8601 text. */
export type StoredValue = number | string | boolean

const field = 'value'

/** Returns the value normalized for its type, or a refusal if it does not match. */
export function readTyped(type: SettingType, value: StoredValue): StoredValue | Refusal {
  switch (type) {
    case 'integer':
      return readInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
        ? value
        : refuse('value.type', { type, field })
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse('value.type', { type, field })
    case 'datetime':
      return readInstant(value)
    case 'string':
      if (typeof value !== 'string') return refuse('value.type', { type, field })
      return value.length <= registryLimits.string
        ? value
        : refuse('value.too_long', { limit: registryLimits.string, field })
  }
}

function readInteger(value: StoredValue): number | Refusal {
  if (typeof value !== 'number' || !Number.isInteger(value))
    return refuse('value.type', { type: 'integer', field })
  if (value > Number.MAX_SAFE_INTEGER)
    return refuse('value.maximum', { limit: Number.MAX_SAFE_INTEGER, field })
  if (value < Number.MIN_SAFE_INTEGER)
    return refuse('value.minimum', { limit: Number.MIN_SAFE_INTEGER, field })
  return value
}

function readInstant(value: StoredValue): string | Refusal {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value)
  const time = isTime ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? refuse('value.date_time', { field }) : new Date(time).toISOString()
}
