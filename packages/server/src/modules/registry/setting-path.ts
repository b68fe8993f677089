import { registryLimits } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'

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
