import {
  type AnswerOf,
  type AvailabilityRow,
  availabilityDefaults,
  type availabilityGet,
  type availabilityFigures,
  type availabilityList,
  type BodyOf,
} from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import { availabilityOf, isReached, targetOf } from './definitions.ts'
import { type EvseMonth, evseMonths } from './evse-month.ts'
import { addEvidence, removeEvidence } from './evidence.ts'
import { type ExclusionDeps, listExclusions, removeExclusion, setExclusion } from './exclusions.ts'
import { worstFirst } from './group-months.ts'
import { stationHistory } from './station-history.ts'
import type { Selection } from './store.ts'
import { listTargets, setTarget } from './targets.ts'
import { isOutage, lengthOf, sumOf, within } from './timeline.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>
type Conditions = Pick<BodyOf<typeof availabilityList>, 'stationid' | 'siteid' | 'network' | 'client'>

/** Endpoints of availability. */
export const availabilityHttp = (deps: ExclusionDeps) =>
  ({
    availabilityList: (viewer, body) => list(deps, viewer, body),
    availabilityFigures: (viewer, body) => figures(deps, viewer, body),
    availabilityGet: (viewer, body) => evse(deps, viewer, body),
    stationFigures: (viewer, { id }) => stationHistory(deps, viewer, id),
    exclusionList: (viewer, body) => listExclusions(deps, viewer, body),
    exclusionSet: (viewer, body) => setExclusion(deps, viewer, body),
    exclusionRemove: (viewer, { id }) => removeExclusion(deps, viewer, id),
    exclusionFileSet: (viewer, body) => addEvidence(deps, viewer, body),
    exclusionFileDelete: (viewer, body) => removeEvidence(deps, viewer, body),
    availabilityTargetList: (viewer) => listTargets(deps, viewer),
    availabilityTargetSet: (viewer, body) => setTarget(deps, viewer, body),
  }) satisfies Handlers

const selectionOf = (scope: Viewer, { stationid, siteid, network, client }: Conditions): Selection => ({
  scope,
  stationId: stationid ?? null,
  evseNo: null,
  siteId: siteid ?? null,
  networkId: network ?? null,
  clientId: client ?? null,
})

async function list(
  { db, clock }: Deps,
  viewer: Viewer,
  body: BodyOf<typeof availabilityList>,
): Promise<AvailabilityRow[] | Refusal> {
  const {
    month,
    definition,
    hours = availabilityDefaults[definition].hours,
    by = 'evse',
    reclimit = 1000,
    recoffset = 0,
    after,
  } = body
  const months = await evseMonths(db, selectionOf(viewer, body), {
    period: { month },
    definition,
    hours,
    now: clock.now(),
  })
  if (isRefusal(months)) return months
  const rows = worstFirst(months, by, definition)
  const first = after === undefined ? recoffset : placeBehind(rows, after)
  return rows.slice(first, first + reclimit)
}

/** Returns the place behind a row; behind all if there is none. */
function placeBehind(rows: readonly AvailabilityRow[], id: string): number {
  const place = rows.findIndex((row) => row.id === id)
  return place === -1 ? rows.length : place + 1
}

async function figures(
  { db, clock }: Deps,
  viewer: Viewer,
  body: BodyOf<typeof availabilityFigures>,
): Promise<AnswerOf<typeof availabilityFigures> | Refusal> {
  const { month, definition, hours = availabilityDefaults[definition].hours } = body
  const months = await evseMonths(db, selectionOf(viewer, body), {
    period: { month },
    definition,
    hours,
    now: clock.now(),
  })
  if (isRefusal(months)) return months
  const total = sumOf(months.map((one) => one.total))
  const targeted =
    body.target === undefined ? months : months.map((one) => ({ ...one, target: body.target! }))
  const availability = availabilityOf(definition, total)
  const target = months.length === 0 ? null : (body.target ?? targetOf(definition, months))
  const isBelow = (one: (typeof targeted)[number]) =>
    isReached(definition, {
      availability: availabilityOf(definition, one.total),
      target: targetOf(definition, [one]),
    }) === false
  return {
    ...total,
    evses: months.length,
    sites: new Set(months.flatMap(({ siteId }) => siteId ?? [])).size,
    outages: months.reduce((sum, { outages }) => sum + outages, 0),
    availability,
    target,
    reached: target === null ? null : isReached(definition, { availability, target }),
    below: targeted.filter(isBelow).length,
  }
}

async function evse(
  { db, clock }: Deps,
  viewer: Viewer,
  {
    id,
    connectorid,
    month,
    definition,
    hours = availabilityDefaults[definition].hours,
  }: BodyOf<typeof availabilityGet>,
): Promise<AnswerOf<typeof availabilityGet> | Refusal> {
  const selection = { ...selectionOf(viewer, { stationid: id }), evseNo: connectorid }
  const months = await evseMonths(db, selection, { period: { month }, definition, hours, now: clock.now() })
  if (isRefusal(months)) return months
  const [found] = months
  if (!found) return refuse('connector.not_found', { field: 'connectorid' })
  return {
    timezone: found.timeZone,
    row: worstFirst([found], 'evse', definition)[0]!,
    intervals: found.intervals.map((interval) => shownInterval(interval, found)),
  }
}

const instant = (minute: number): string => new Date(minute * 60_000).toISOString()

const shownInterval = (interval: EvseMonth['intervals'][number], { exclusions, closedIn }: EvseMonth) => ({
  from: instant(interval.from),
  to: instant(interval.to),
  minutes: interval.to - interval.from,
  state: interval.state,
  errorcode: interval.errorCode,
  closed: isOutage(interval.state) && closedIn ? lengthOf(closedIn(interval)) : 0,
  exclusions: exclusions.filter((one) => within(interval, [one]).length > 0).map(({ id }) => id),
})
