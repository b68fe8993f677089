/** One period of a charging schedule: seconds after its start, and the limit from then on. */
export interface Period {
  readonly start: number
  readonly limit: number
}

export interface StepCurve {
  /** Periods in chronological order. */
  readonly steps: readonly { from: number; to: number; limit: number }[]
  /** Displayed seconds. */
  readonly duration: number
  /** Upper end of the axis. */
  readonly ceiling: number
  /** False if the schedule has no duration: the last limit then stays in force. */
  readonly ends: boolean
}

const hour = 3600

/** Returns the top of an axis: the smallest of 1, 2, 2.5, 5 times a power of ten that leaves some margin. */
export function ceilingFor(highest: number): number {
  if (highest <= 0) return 1
  const wanted = highest * 1.08
  const magnitude = 10 ** Math.floor(Math.log10(wanted))
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * magnitude >= wanted) ?? 10
  return factor * magnitude
}

/**
 * Returns the curve of a schedule. Of two periods with the same start the later row wins, as it would replace
 * the earlier one; periods after the duration are never reached and not drawn.
 * @param duration seconds, or null if the schedule has none
 * @returns null if there is nothing to draw yet
 */
export function stepCurve(periods: readonly Period[], duration: number | null): StepCurve | null {
  const byStart = new Map(periods.map((period) => [period.start, period.limit]))
  const ordered = [...byStart].sort(([left], [right]) => left - right)
  const last = ordered.at(-1)
  if (last === undefined || ordered.some(([start]) => start < 0)) return null
  const whole = duration !== null && duration > 0 ? duration : openEnd(ordered.map(([start]) => start))
  const reached = ordered.filter(([start]) => start < whole)
  if (reached.length === 0) return null
  const steps = reached.map(([from, limit], index) => ({ from, to: reached[index + 1]?.[0] ?? whole, limit }))
  return {
    steps,
    duration: whole,
    ceiling: ceilingFor(Math.max(...steps.map((step) => step.limit))),
    ends: duration !== null && duration > 0,
  }
}

/** Without a duration the last period is drawn as long as a usual one, so that its limit is visible. */
function openEnd(starts: readonly number[]): number {
  const last = starts.at(-1) ?? 0
  const usual = starts.length > 1 ? last / (starts.length - 1) : hour
  return last + Math.max(usual, 60)
}

/** Returns ticks of the time axis in seconds: round steps, at most `most` of them. */
export function timeMarks(duration: number, most = 6): number[] {
  const rounds = [
    60,
    300,
    600,
    900,
    1800,
    hour,
    2 * hour,
    3 * hour,
    6 * hour,
    12 * hour,
    24 * hour,
    168 * hour,
  ]
  const step = rounds.find((round) => duration / round <= most) ?? Math.ceil(duration / most / hour) * hour
  return Array.from({ length: Math.floor(duration / step) + 1 }, (_, index) => index * step)
}
