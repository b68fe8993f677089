import type { AvailabilityDefinition, AvailabilityHours } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Db } from '../../storage/transaction.ts'
import { isPermitted } from './definitions.ts'
import { grouped } from './grouped.ts'
import { closedHours } from './opening-hours.ts'
import { offsetsIn } from '../../shared/zone-offsets.ts'
import {
  daysOfPeriod,
  type Evse,
  type ExclusionSpan,
  exclusionsIn,
  findEvses,
  gapsIn,
  openingHoursOf,
  type Period,
  type Selection,
  stateRows,
} from './store.ts'
import {
  countOutages,
  type Excluded,
  intervalsOf,
  type Minutes,
  minutesOf,
  type Span,
  type StateInterval,
  type StateRow,
  sumOf,
} from './timeline.ts'

/** Maximum number of EVSEs in one request. */
export const maxEvses = 20_000

/** An EVSE in a month. */
export interface EvseMonth extends Evse {
  days: Minutes[]
  total: Minutes
  outages: number
  intervals: StateInterval[]
  /** Exclusions that the definition permits. */
  exclusions: ExclusionSpan[]
  /** Returns the parts of a span outside of the opening hours; null if these outages count. */
  closedIn: Excluded['closedIn']
  /** Twelve months until the end of the month, from the first known minute; null for `afir`. */
  year: (Minutes & { since: number }) | null
}

interface Question {
  period: Period
  definition: AvailabilityDefinition
  hours: AvailabilityHours
  now: Date
}

/** EVSEs that are computed before other requests get their turn. */
const atOnce = 500

/** Returns the EVSEs of a selection in a period. Minutes after the present one do not count. */
export async function evseMonths(
  db: Db,
  selection: Selection,
  { period: asked, definition, hours, now }: Question,
): Promise<EvseMonth[] | Refusal> {
  const evses = await findEvses(db, selection, maxEvses + 1)
  if (isRefusal(evses)) return evses
  if (evses.length > maxEvses) return refuse('availability.too_many', { limit: maxEvses })
  const zones = await daysOfPeriod(db, asked, [...new Set(evses.map(({ timeZone }) => timeZone))])
  const daysOf = new Map(zones.map((zone) => [zone.timeZone, zone]))
  const present = Math.floor(now.getTime() / 60_000)
  const result: EvseMonth[] = []
  for (let first = 0; first < evses.length; first += atOnce) {
    const part = evses.slice(first, first + atOnce)
    const of = (zone: string) => daysOf.get(zone)!
    const from = Math.min(
      ...part.map(({ timeZone }) => (definition === 'nevi' ? of(timeZone).yearFrom : of(timeZone).days[0]!)),
    )
    const period = { from, to: Math.max(...part.map(({ timeZone }) => of(timeZone).days.at(-1)!)) }
    const rows = grouped(await stateRows(db, part, period), ({ stationId }) => stationId)
    const gaps = await gapsIn(db, period)
    const exclusions = await exclusionsIn(db, part, period)
    const closedOf = hours === 'open' ? await closedOfSites(db, part, period) : () => null
    for (const evse of part) {
      const { days, yearFrom } = of(evse.timeZone)
      const own = (rows.get(evse.stationId) ?? []).filter(
        ({ evseNo }) => evseNo <= 0 || evseNo === evse.evseNo,
      )
      const permitted = exclusions.filter(
        (exclusion) => isOf(exclusion, evse) && isPermitted(definition, exclusion.reason),
      )
      result.push(
        evseMonth(
          { evse, rows: own, gaps, exclusions: permitted, closedIn: closedOf(evse) },
          {
            days: days.map((day) => Math.min(day, present)),
            yearFrom: definition === 'nevi' ? yearFrom : null,
          },
        ),
      )
    }
  }
  return result
}

const isOf = ({ stationId, evseNo, siteId }: ExclusionSpan, evse: Evse): boolean =>
  stationId === null
    ? siteId === evse.siteId
    : stationId === evse.stationId && (evseNo === null || evseNo === evse.evseNo)

/** Returns a function with the closed hours of the site of an EVSE; null if none are known. */
async function closedOfSites(
  db: Db,
  evses: readonly Evse[],
  period: Span,
): Promise<(evse: Evse) => Excluded['closedIn']> {
  const known = new Map((await openingHoursOf(db, evses)).map((site) => [site.siteId, site]))
  const closed = new Map<string, Excluded['closedIn']>()
  return ({ siteId, timeZone: own }) => {
    const site = siteId === null ? undefined : known.get(siteId)
    if (!site) return null
    const timeZone = site.timeZone ?? own
    const key = `${site.siteId} ${timeZone}`
    if (!closed.has(key)) closed.set(key, closedHours(site.hours, offsetsIn(timeZone, period)))
    return closed.get(key)!
  }
}

interface Recorded extends Excluded {
  evse: Evse
  rows: readonly StateRow[]
  gaps: readonly Span[]
  exclusions: ExclusionSpan[]
}

function evseMonth(
  { evse, rows, gaps, exclusions, closedIn }: Recorded,
  { days: midnights, yearFrom }: { days: readonly number[]; yearFrom: number | null },
): EvseMonth {
  const excluded = { exclusions, closedIn }
  const month = { from: midnights[0]!, to: midnights.at(-1)! }
  const intervals = intervalsOf(rows, month, gaps)
  const days = midnights
    .slice(0, -1)
    .map((from, day) => minutesOf(intervals, { from, to: midnights[day + 1]! }, excluded))
  const year = yearFrom === null ? null : { from: yearFrom, to: month.to }
  return {
    ...evse,
    days,
    total: sumOf(days),
    outages: countOutages(intervals),
    intervals,
    ...excluded,
    year: year && yearOf(intervalsOf(rows, year, gaps), year, excluded),
  }
}

function yearOf(intervals: readonly StateInterval[], year: Span, excluded: Excluded): EvseMonth['year'] {
  const known = intervals.find(({ state }) => state !== 'unknown')
  return known ? { ...minutesOf(intervals, year, excluded), since: known.from } : null
}
