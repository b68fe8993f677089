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

/** Refuses a text that cannot be the name of a key or a value. */
export function checkName(name: string, field: string): Refusal | null {
  if (name.length > registryLimits.name)
    return refuse('value.too_long', { limit: registryLimits.name, field })
  return name === '' || name !== name.trim() || /[/\\\p{Cc}\p{Cf}]/u.test(name)
    ? refuse('value.name_invalid', { field })
    : null
}

/** Returns the path if all its names are valid, otherwise a refusal; the empty path is the root. */
export function readPath(text: string, field = 'path'): string | Refusal {
  if (text === '') return ''
  const names = text.split('/')
  if (names.length > registryLimits.depth)
    return refuse('value.too_deep', { limit: registryLimits.depth, field })
  return names.map((name) => checkName(name, field)).find((refusal) => refusal !== null) ?? text
}

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
export const lastNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length)

/** Returns the path and its ancestors from the top, without the root. */
export const pathSteps = (path: string): string[] =>
  path === '' ? [] : path.split('/').map((_name, at, names) => names.slice(0, at + 1).join('/'))

/** Returns true if a path equals the other or lies below it; case is ignored. */
export const isWithin = (path: string, above: string): boolean =>
  above === '' || `${path.toLowerCase()}/`.startsWith(`${above.toLowerCase()}/`)
