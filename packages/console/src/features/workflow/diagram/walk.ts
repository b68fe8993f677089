import type { Point } from './layout.ts'

export interface Spot extends Point {
  key: string
}
export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** Penalty factor of the distance across the direction of the arrow key. */
const aside = 2.5

/** Returns the nearest item in the direction of an arrow key, or null. */
export function spotTowards(spots: readonly Spot[], from: Spot, direction: Direction): Spot | null {
  const isLevel = direction === 'ArrowLeft' || direction === 'ArrowRight'
  const sign = direction === 'ArrowRight' || direction === 'ArrowDown' ? 1 : -1
  let best: Spot | null = null
  let least = Number.POSITIVE_INFINITY
  for (const spot of spots) {
    const along = sign * (isLevel ? spot.x - from.x : spot.y - from.y)
    const across = Math.abs(isLevel ? spot.y - from.y : spot.x - from.x)
    const far = along + aside * across
    if (spot.key === from.key || along < 1 || far >= least) continue
    best = spot
    least = far
  }
  return best
}
