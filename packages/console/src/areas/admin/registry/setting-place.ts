import type { AnswerOf, registryGet, registryRoots } from '@stationmaster/contract'

export type Root = (typeof registryRoots)[number]
export type KeyOfRegistry = AnswerOf<typeof registryGet>
export type Setting = KeyOfRegistry['values'][number]

/** Returns the paths above a path, the root first. */
export function pathsAbove(path: string): string[] {
  if (path === '') return ['']
  const names = path.split('/')
  return names.map((_name, at) => names.slice(0, at).join('/'))
}

export const below = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
