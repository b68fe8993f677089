import {
  type TariffDefinition,
  tariffDays,
  type TariffElement,
  type TariffRestrictions,
} from './tariff-definition.ts'

/** Which prices of one kind are never used, and whether some circumstances have none. */
export interface Coverage {
  /** Paths of price components that never apply. */
  hidden: string[]
  /** Path of the first price of a kind that does not apply everywhere; null if one always applies. */
  gap: string | null
}

/** More combinations of conditions than this are not examined. */
const maxCells = 5_000

/** Part of an axis: from inclusive, to exclusive. */
type Range = readonly [from: number, to: number]
/** Conditions of an element by axis; an absent axis has none. */
type Ranges = Partial<Record<Axis, readonly Range[]>>
const axes = ['minute', 'weekday', 'date', 'kwh', 'power', 'duration'] as const
type Axis = (typeof axes)[number]

interface Candidate {
  field: string
  ranges: Ranges
}

/** Returns the coverage of each kind of price in a tariff without errors. */
export function coverageOf({ elements }: TariffDefinition): Coverage[] {
  const groups = new Map<string, Candidate[]>()
  for (const [index, element] of elements.entries()) addCandidates(groups, index, element)
  return [...groups].map(([kind, candidates]) => {
    const { hidden, hasGap } = examine(candidates)
    // a fee that is only charged at some times is usual
    const gap = hasGap && !kind.endsWith('FLAT') ? candidates[0]!.field : null
    return { hidden, gap }
  })
}

function addCandidates(groups: Map<string, Candidate[]>, index: number, element: TariffElement): void {
  const { price_components, restrictions = {} } = element
  const ranges = rangesOf(restrictions)
  for (const [position, { type }] of price_components.entries()) {
    const kind = `${restrictions.reservation ?? ''} ${type}`
    const known = groups.get(kind) ?? []
    known.push({ field: `elements[${index}].price_components[${position}]`, ranges })
    groups.set(kind, known)
  }
}

function rangesOf(restrictions: TariffRestrictions): Ranges {
  const { start_time, end_time, start_date, end_date, day_of_week: days = [] } = restrictions
  const ranges: Ranges = {}
  if (start_time !== undefined || end_time !== undefined) {
    const [from, to] = [minuteOf(start_time ?? '00:00'), minuteOf(end_time ?? '00:00') || 1_440]
    ranges.minute =
      from < to
        ? [[from, to]]
        : [
            [from, 1_440],
            [0, to],
          ]
  }
  if (days.length > 0)
    ranges.weekday = days.map((day) => [tariffDays.indexOf(day), tariffDays.indexOf(day) + 1])
  if (start_date !== undefined || end_date !== undefined)
    ranges.date = [[dateOf(start_date, -Infinity), dateOf(end_date, Infinity)]]
  for (const name of ['kwh', 'power', 'duration'] as const) {
    const [min, max] = [restrictions[`min_${name}`], restrictions[`max_${name}`]]
    if (min !== undefined || max !== undefined) ranges[name] = [[Number(min ?? 0), Number(max ?? Infinity)]]
  }
  return ranges
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const dateOf = (date: string | undefined, otherwise: number): number =>
  date === undefined ? otherwise : Date.parse(date)

const wholeAxis: Readonly<Record<Axis, Range>> = {
  minute: [0, 1_440],
  weekday: [0, 7],
  date: [-Infinity, Infinity],
  kwh: [0, Infinity],
  power: [0, Infinity],
  duration: [0, Infinity],
}

/** Tries the elements in each combination of conditions, of which one point stands for all. */
function examine(candidates: readonly Candidate[]): { hidden: string[]; hasGap: boolean } {
  const points = axes.map((axis) => pointsOf(axis, candidates))
  const cells = points.reduce((product, { length }) => product * length, 1)
  if (cells > maxCells) return { hidden: [], hasGap: false }
  const used = new Set<Candidate>()
  let hasGap = false
  for (let cell = 0; cell < cells; cell++) {
    let rest = cell
    const point = points.map((values) => {
      const value = values[rest % values.length]!
      rest = Math.floor(rest / values.length)
      return value
    })
    const first = candidates.find(({ ranges }) =>
      axes.every((axis, at) => isInside(ranges[axis], point[at]!)),
    )
    if (first) used.add(first)
    else hasGap = true
  }
  return { hidden: candidates.filter((one) => !used.has(one)).map(({ field }) => field), hasGap }
}

/** Returns the begin of each part of an axis in which the same conditions hold. */
function pointsOf(axis: Axis, candidates: readonly Candidate[]): number[] {
  const [from, to] = wholeAxis[axis]
  const points = new Set([from])
  for (const { ranges } of candidates)
    for (const range of ranges[axis] ?? [])
      for (const end of range) if (end >= from && end < to) points.add(end)
  return [...points]
}

const isInside = (ranges: readonly Range[] | undefined, point: number): boolean =>
  ranges === undefined || ranges.some(([from, to]) => point >= from && point < to)
