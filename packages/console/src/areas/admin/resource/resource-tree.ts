import type { AnswerOf, resourceGet, resourceList } from '@stationmaster/contract'

export type ResourceRow = AnswerOf<typeof resourceList>[number]
export type Resource = AnswerOf<typeof resourceGet>
export type ResourceData = Resource['data'][number]

/**
 * The whole tree in one request: its size is limited, and a resource in it is found without one request per
 * level.
 */
export const everyResource = { orderby: ['name'], reclimit: 5000 }

/** Returns rows by the folder that contains them: folders first, then by name. */
export function levelsOf(rows: readonly ResourceRow[]): Map<string | null, ResourceRow[]> {
  const levels = new Map<string | null, ResourceRow[]>()
  const inOrder = [...rows].sort((a, b) => Number(b.type === 'folder') - Number(a.type === 'folder'))
  for (const row of inOrder) levels.set(row.node, [...(levels.get(row.node) ?? []), row])
  return levels
}

/** Returns the ids of the folders that contain a resource. */
export function rowsAbove(rows: readonly ResourceRow[], id: string | null): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const above: string[] = []
  for (let row = id === null ? undefined : byId.get(id); row?.node; row = byId.get(row.node))
    above.push(row.node)
  return above
}

/** Returns the ids of a resource and everything in it. */
export function branchOf(rows: readonly ResourceRow[], id: string): Set<string> {
  const levels = levelsOf(rows)
  const branch = new Set<string>()
  const walk = (at: string): void => {
    branch.add(at)
    for (const row of levels.get(at) ?? []) walk(row.id)
  }
  walk(id)
  return branch
}
