/** A value of a curve: `null` is a gap without data, `undefined` means that this curve was not sampled then. */
export type Reading = number | null | undefined

export interface SeriesOptions {
  /** Number of curves per instant. */
  curves: number
  /** Maximum number of instants; the oldest are dropped first. */
  capacity?: number
  /** Returns the time without readings, in milliseconds, after which the line has a gap; see `usualGap`. */
  gapAfter?: (at: readonly number[]) => number
}

/** Data of a chart: instants in milliseconds since 1970, ascending, and one array of equal length per curve. */
export interface Series {
  readonly at: readonly number[]
  readonly curves: readonly (readonly Reading[])[]
  /** Adds one reading outside React. An older instant is sorted in, an equal one is merged. */
  push(at: number, values: readonly Reading[]): void
  /** Replaces all data by the server's. */
  replace(at: readonly number[], curves: readonly (readonly Reading[])[]): void
  subscribe(listener: () => void): () => void
}

/**
 * Creates curves that grow live. Readings go straight from the socket to the canvas: nothing here is React
 * state, so a reading costs no render.
 */
export function createSeries(options: SeriesOptions): Series {
  const capacity = options.capacity ?? 4000
  // Removing the first element for each reading would move the whole array each time.
  const slack = Math.max(16, Math.floor(capacity / 8))
  let at: number[] = []
  let curves: Reading[][] = emptyCurves(options.curves)
  const listeners = new Set<() => void>()
  const notify = (): void => listeners.forEach((listener) => listener())

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
      notify()
    },
    replace(instants, given) {
      const from = Math.max(0, instants.length - capacity)
      at = instants.slice(from)
      curves = emptyCurves(options.curves).map((_, position) => (given[position] ?? []).slice(from))
      notify()
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

/**
 * Returns the index of the first instant that is not before the given one; live readings mostly belong at the
 * end.
 */
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

/**
 * Returns the longest interval that is not a gap: four times the interval of the last readings, at least two
 * minutes.
 */
export function usualGap(at: readonly number[]): number {
  const recent = at.slice(-lookedAt - 1)
  const pauses = recent.slice(1).map((instant, index) => instant - recent[index]!)
  const median = pauses.sort((left, right) => left - right)[Math.floor(pauses.length / 2)] ?? 0
  return Math.max(shortestGap, 4 * median)
}

/**
 * Replaces nulls between two close values by `undefined`, which the line bridges: the station samples this
 * curve less often than the others.
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

/** Returns the newest value of a curve with its index, or null if it has none. */
export function newest(curve: readonly Reading[]): { index: number; value: number } | null {
  for (let index = curve.length - 1; index >= 0; index -= 1) {
    const value = curve[index]
    if (typeof value === 'number') return { index, value }
  }
  return null
}

/** Returns the value shown at an index: the curve's own, or its last one before, but never across a gap. */
export function valueAt(curve: readonly Reading[], index: number): number | null {
  for (let position = index; position >= 0; position -= 1) {
    const value = curve[position]
    if (value !== undefined) return value
  }
  return null
}

/** Returns the indices of values with a gap on both sides: no line reaches them, so they are drawn as points. */
export function isolatedIndices(curve: readonly Reading[]): number[] {
  const isGap = (value: Reading): boolean => value === null
  const known = curve.map((value, index) => ({ value, index })).filter(({ value }) => value !== undefined)
  return known
    .filter(({ value }, position) => {
      if (isGap(value)) return false
      return isGap(known[position - 1]?.value ?? null) && isGap(known[position + 1]?.value ?? null)
    })
    .map(({ index }) => index)
}
