import { displayStates } from '../../ui/state/state-names.ts'

/** Number of segments of a ring: a few hundred images then cover any number of clusters. */
export const ringParts = 24

const prefix = 'donut'

/** Diameters of a donut in CSS pixels by minimum number of stations. */
const sizes = [
  [0, 34],
  [50, 40],
  [500, 48],
] as const

/** Returns the name of the cluster property that counts the stations in a state. */
export const countOf = (state: number): string => `n${state}`

/** Returns what each point adds to the counts of its cluster, in the format of MapLibre. */
export const clusterCounts = (): Record<string, unknown> =>
  Object.fromEntries(
    displayStates.map((_, state) => [countOf(state), ['+', ['case', ['==', ['get', 'state'], state], 1, 0]]]),
  )

/**
 * Returns an expression that names the image of a cluster by its size and shares:
 * `donut/40/12,0,9,0,0,0,0,3,0`. A state with any station gets at least one segment: a fault among two
 * hundred stations must stay visible.
 */
export function donutName(): unknown[] {
  const size = ['step', ['get', 'point_count'], sizes[0][1], ...sizes.slice(1).flat()]
  const parts = displayStates.map((_, state) => {
    const count = ['get', countOf(state)]
    const share = ['round', ['*', ringParts, ['/', count, ['get', 'point_count']]]]
    return ['to-string', ['case', ['>', count, 0], ['max', 1, share], 0]]
  })
  return [
    'concat',
    `${prefix}/`,
    ['to-string', size],
    '/',
    ...parts.flatMap((part, index) => (index === 0 ? [part] : [',', part])),
  ]
}

/** Returns size and segments of a named image, with the segments filling the ring; null for another name. */
export function readDonut(name: string): { size: number; parts: number[] } | null {
  const [kind, size, shares] = name.split('/')
  if (kind !== prefix || size === undefined || shares === undefined) return null
  const parts = shares.split(',').map(Number)
  if (parts.length !== displayStates.length || parts.some((part) => !(part >= 0))) return null
  return { size: Number(size), parts: fillRing(parts) }
}

/** Rounded shares rarely add up to a full ring: the largest segment takes the difference. */
export function fillRing(parts: readonly number[]): number[] {
  const filled = [...parts]
  const largest = filled.indexOf(Math.max(...filled))
  filled[largest]! += ringParts - filled.reduce((sum, part) => sum + part, 0)
  return filled
}
