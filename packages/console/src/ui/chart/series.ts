/** A value of a curve: `null` is a gap where no data came, `undefined` says that this curve was not read then. */
export type Reading = number | null | undefined

export interface SeriesOptions {
  /** How many curves one instant carries. */
  curves: number
  /** Instants kept; the oldest go first. */
  capacity?: number
  /** How long a silence may last, in milliseconds, before it becomes a gap in the line; see `usualGap`. */
  gapAfter?: (at: readonly number[]) => number
}

/** What a chart draws: instants in milliseconds since 1970, ascending, and one array of equal length per curve. */
export interface Series {
  readonly at: readonly number[]
  readonly curves: readonly (readonly Reading[])[]
  /** Adds one reading outside React. An older instant is put where it belongs, an equal one is merged. */
  push(at: number, values: readonly Reading[]): void
  /** Takes over what the server has, in place of everything so far. */
  replace(at: readonly number[], curves: readonly (readonly Reading[])[]): void
  subscribe(listener: () => void): () => void
}

/**
 * Curves that grow while one looks. Live readings go straight from the socket to the canvas: nothing here is React
 * state, so a reading costs no render.
 */
export function createSeries(options: SeriesOptions): Series {
  const capacity = options.capacity ?? 4000
  // Cutting a slice off the front for each reading would move the whole array each time.
  const slack = Math.max(16, Math.floor(capacity / 8))
  let at: number[] = []
  let curves: Reading[][] = emptyCurves(options.curves)
  const listeners = new Set<() => void>()
  const tell = (): void => listeners.forEach((listener) => listener())

  const insert = (index: number, instant: number, values: readonly Reading[]): void => {
    at.splice(index, 0, instant)
    curves.forEach((curve, position) => curve.splice(index, 0, values[position]))
  }

  const append = (instant: number, values: readonly Reading[]): void => {
    const last = at.at(-1)
    if (last !== undefined && instant - last > (options.gapAfter?.(at) ?? Infinity))
      insert(
        at.length,
        last + 1,
        curves.map(() => null),
      )
    insert(at.length, instant, values)
    if (at.length <= capacity + slack) return
    const surplus = at.length - capacity
    at.splice(0, surplus)
    curves.forEach((curve) => curve.splice(0, surplus))
  }

  return {
    get at() {
      return at
    },
    get curves() {
      return curves
    },
    push(instant, values) {
      const index = placeOf(at, instant)
      if (at[index] === instant) merge(curves, index, values)
      else if (index === at.length) append(instant, values)
      else insert(index, instant, values)
      tell()
    },
    replace(instants, given) {
      const from = Math.max(0, instants.length - capacity)
      at = instants.slice(from)
      curves = emptyCurves(options.curves).map((_, position) => (given[position] ?? []).slice(from))
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const emptyCurves = (count: number): Reading[][] => Array.from({ length: count }, () => [])

function merge(curves: Reading[][], index: number, values: readonly Reading[]): void {
  curves.forEach((curve, position) => {
    const value = values[position]
    if (value !== undefined && value !== null) curve[index] = value
  })
}

/** Index of the first instant that is not before the given one; live readings mostly belong at the end. */
function placeOf(at: readonly number[], instant: number): number {
  if (at.length === 0 || at[at.length - 1]! < instant) return at.length
  let low = 0
  let high = at.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (at[middle]! < instant) low = middle + 1
    else high = middle
  }
  return low
}

const shortestGap = 120_000
const lookedAt = 30

/** Silence that is longer than this is a gap: four times what lay between the last readings, two minutes at least. */
export function usualGap(at: readonly number[]): number {
  const recent = at.slice(-lookedAt - 1)
  const pauses = recent.slice(1).map((instant, index) => instant - recent[index]!)
  const median = pauses.sort((left, right) => left - right)[Math.floor(pauses.length / 2)] ?? 0
  return Math.max(shortestGap, 4 * median)
}

/**
 * Nulls between two known values that are close together were no silence: the station reads this curve less often
 * than the others. They become `undefined`, over which the line goes on.
 */
export function bridgeShortGaps(
  at: readonly number[],
  values: readonly (number | null)[],
  longest: number,
): Reading[] {
  const bridged: Reading[] = [...values]
  let known = -1
  values.forEach((value, index) => {
    if (value === null) return
    if (known >= 0 && at[index]! - at[known]! <= longest) bridged.fill(undefined, known + 1, index)
    known = index
  })
  return bridged
}

/** The newest value of a curve with its index, or null when it has none. */
export function newest(curve: readonly Reading[]): { index: number; value: number } | null {
  for (let index = curve.length - 1; index >= 0; index -= 1) {
    const value = curve[index]
    if (typeof value === 'number') return { index, value }
  }
  return null
}

/** The value shown at an index: the curve's own, or the one it carried until then, but never across a gap. */
export function valueAt(curve: readonly Reading[], index: number): number | null {
  for (let position = index; position >= 0; position -= 1) {
    const value = curve[position]
    if (value !== undefined) return value
  }
  return null
}

/** Indices of values with a gap on both sides: no line reaches them, so they are drawn as points. */
export function lonely(curve: readonly Reading[]): number[] {
  const isGap = (value: Reading): boolean => value === null
  const known = curve.map((value, index) => ({ value, index })).filter(({ value }) => value !== undefined)
  return known
    .filter(({ value }, position) => {
      if (isGap(value)) return false
      return isGap(known[position - 1]?.value ?? null) && isGap(known[position + 1]?.value ?? null)
    })
    .map(({ index }) => index)
}
