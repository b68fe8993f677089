import type { AnswerOf, BodyOf, meterSeries } from '@stationmaster/contract'
import type { Clock } from '../../shared/clock.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { binnedSamples, type SampleLocation } from './list-store.ts'
import { curvesOf, stepFor } from './series.ts'

/** Place and time of a charging session. */
export interface SessionFacts {
  number: number
  stationId: string
  evseNo: number
  startedAt: Date
  stoppedAt: Date | null
  meterStartWh: number
}

export interface MeterWebDeps {
  db: Db
  clock: Clock
  /** Returns the session with a number if the viewer may see it. */
  session: (scope: Scope, number: number) => Promise<SessionFacts | null>
  /** Returns true if the viewer may see the station. */
  sees: (scope: Scope, stationId: string) => Promise<boolean>
}

type Body = BodyOf<typeof meterSeries>
type Window = { where: SampleLocation; from: Date; to: Date; session: SessionFacts | null }

const dayMs = 86_400_000
const maxDays = 400
const usualPoints = 300

/** Returns the curves of a session, or of a station's connectors over a period. */
export async function readSeries(
  deps: MeterWebDeps,
  viewer: Viewer,
  body: Body,
): Promise<AnswerOf<typeof meterSeries> | Refusal> {
  const window =
    body.transactionid === undefined
      ? await ofStation(deps, viewer, body)
      : await ofSession(deps, viewer, body)
  if (isRefusal(window)) return window
  const { where, from, to, session } = window
  if (to <= from) return refuse('period.end_before_start', { field: 'to' })
  if (to.getTime() - from.getTime() > maxDays * dayMs)
    return refuse('period.too_long', { days: maxDays, field: 'from' })
  const stepMs = stepFor(to.getTime() - from.getTime(), body.points ?? usualPoints)
  const bins = await binnedSamples(deps.db, { ...where, from, to, stepMs })
  return {
    transactionid: session?.number ?? null,
    from: from.toISOString(),
    to: to.toISOString(),
    stepms: stepMs,
    ...curvesOf(bins, stepMs, session?.meterStartWh ?? null),
  }
}

async function ofSession(deps: MeterWebDeps, viewer: Viewer, body: Body): Promise<Window | Refusal> {
  const session = await deps.session(viewer, body.transactionid!)
  if (!session) return refuse('transaction.not_found', { field: 'transactionid' })
  const from = body.from ? new Date(body.from) : session.startedAt
  const end = session.stoppedAt ?? deps.clock.now()
  // the last sample may arrive with the stop, and a session may have just begun
  const to = body.to ? new Date(body.to) : new Date(Math.max(end.getTime(), from.getTime()) + 1000)
  return { where: locationOf(session, deps.clock.now()), from, to, session }
}

/** Returns the location of a session's samples; their times are those of the station's own clock. */
export const locationOf = (session: Omit<SessionFacts, 'meterStartWh'>, now: Date): SampleLocation => ({
  stationId: session.stationId,
  evseNo: session.evseNo,
  session: {
    number: session.number,
    from: new Date(session.startedAt.getTime() - dayMs),
    to: new Date((session.stoppedAt ?? now).getTime() + dayMs),
  },
})

async function ofStation(deps: MeterWebDeps, viewer: Viewer, body: Body): Promise<Window | Refusal> {
  const { stationid: stationId, connectorid: evseNo } = body
  if (stationId === undefined)
    return refuse('value.either', { first: 'transactionid', second: 'stationid', field: 'transactionid' })
  if (!(await deps.sees(viewer, stationId))) return refuse('station.not_found', { field: 'stationid' })
  const to = body.to ? new Date(body.to) : deps.clock.now()
  const from = body.from ? new Date(body.from) : new Date(to.getTime() - dayMs)
  return { where: { stationId, evseNo }, from, to, session: null }
}
