import { registryLimits } from '@stationmaster/contract'
import { type Refusal, refuseInWords, refuseAs } from '../../shared/refusal.ts'

/** Returns why a text cannot be the name of a key or a value; null if it can. */
export function nameProblem(name: string): string | null {
  if (name === '' || name !== name.trim()) return 'A name neither is empty nor begins or ends with a space'
  if (name.length > registryLimits.name) return `A name has at most ${registryLimits.name} characters`
  if (/[/\\\p{Cc}\p{Cf}]/u.test(name)) return 'A name has no slash, no backslash and nothing invisible'
  return null
}

/** Returns the path if all its names are valid, otherwise a refusal; the empty path is the root. */
export function readPath(text: string, field = 'path'): string | Refusal {
  if (text === '') return ''
  const names = text.split('/')
  if (names.length > registryLimits.depth)
    return refuseAs(
      'value.too_deep',
      refuseInWords('invalid', `Keys lie at most ${registryLimits.depth} levels deep`, field),
      { limit: registryLimits.depth },
    )
  const problem = names.map(nameProblem).find((found) => found !== null)
  return problem ? refuseAs('value.name_invalid', refuseInWords('invalid', problem, field)) : text
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
