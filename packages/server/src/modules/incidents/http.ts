import {
  type AnswerOf,
  type BodyOf,
  type incidentGet,
  type incidentSnooze,
  incidentLimits,
} from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import type { ModuleContext } from '../module.ts'
import type { ProblemReports } from '../problem-reports/index.ts'
import { changeIncident, noIncident, type Step } from './change-incident.ts'
import { incidentParts, lostSessions } from './incident-store.ts'
import { assigneesOf, incidentFiguresOf, incidentSource } from './list-store.ts'

interface Deps extends Pick<ModuleContext, 'db' | 'bus' | 'clock'> {
  reports: ProblemReports
}
type Shown = AnswerOf<typeof incidentGet>

const dayMs = 86_400_000

/** Endpoints of incidents. */
export const incidentsHttp = (deps: Deps) => {
  const { db } = deps
  const listed = (viewer: Viewer) => ({ db, source: incidentSource(viewer), scope: viewer })
  const change = async (
    viewer: Viewer,
    id: string,
    how: Omit<Parameters<typeof changeIncident>[2], 'id'>,
  ): Promise<Shown | Refusal> => (await changeIncident(deps, viewer, { id, ...how })) ?? get(deps, viewer, id)
  return {
    incidentList: (viewer, query) => runList(listed(viewer), query),
    incidentCount: (viewer, query) => runCount(listed(viewer), query),
    incidentFigures: (viewer, query) => incidentFiguresOf(db, viewer, query),
    incidentGet: (viewer, { id }) => get(deps, viewer, id),
    async incidentAssignees(viewer, { id, text }) {
      const found = await runGet(listed(viewer), { id })
      return found === null || isRefusal(found)
        ? (found ?? noIncident)
        : assigneesOf(db, viewer, { id, text })
    },
    incidentAcknowledge: (viewer, { id, acknowledged = true }) =>
      change(viewer, id, {
        decide: (incident, _tx, now) => Promise.resolve(acknowledge(viewer, { acknowledged, incident, now })),
      }),
    incidentAssign: (viewer, { id, assignee }) =>
      change(viewer, id, {
        async decide({ assigneeId }, tx) {
          if (assigneeId === assignee) return null
          if (assignee === null)
            return { kind: 'assigned', change: { assignee_id: null }, details: { assigneename: '' } }
          const [found] = await assigneesOf(tx, viewer, { id, userId: assignee })
          if (!found) return refuse('incident.assignee_unknown', { field: 'assignee' })
          const details = { assignee, assigneename: found.name }
          return { kind: 'assigned', change: { assignee_id: assignee }, details }
        },
      }),
    incidentSnooze: (viewer, { id, until }) =>
      change(viewer, id, {
        decide: (incident, _tx, now) => Promise.resolve(snooze(until, { incident, now })),
      }),
    incidentComment: (viewer, { id, text }) =>
      change(viewer, id, {
        isForClosed: true,
        decide: () =>
          Promise.resolve(
            text.trim() === ''
              ? refuse('value.required', { field: 'text' })
              : { kind: 'comment', change: {}, text: text.trim() },
          ),
      }),
    incidentClose: (viewer, { id, text = '' }) =>
      change(viewer, id, {
        decide: (_incident, _tx, now) =>
          Promise.resolve<Step>({
            kind: 'closed',
            change: { closed_at: now, closed_by: viewer.userId },
            text: text.trim() || null,
          }),
      }),
  } satisfies Handlers
}

async function get({ db, clock, reports }: Deps, viewer: Viewer, id: string): Promise<Shown | Refusal> {
  const row = await runGet({ db, source: incidentSource(viewer), scope: viewer }, { id })
  if (row === null || isRefusal(row)) return row ?? noIncident
  const lost = await lostSessions(db, id, clock.now())
  const ofDrivers = row.rule === 'driver_report' ? await reports.ofIncident(viewer, id) : []
  return { ...row, ...lost, ...(await incidentParts(db, viewer, id)), reports: ofDrivers }
}

function acknowledge(
  { userId }: Viewer,
  {
    acknowledged,
    incident,
    now,
  }: { acknowledged: boolean; incident: { acknowledgedAt: Date | null }; now: Date },
): Step | null {
  if (acknowledged === (incident.acknowledgedAt !== null)) return null
  const change = acknowledged
    ? { acknowledged_at: now, acknowledged_by: userId }
    : { acknowledged_at: null, acknowledged_by: null }
  return { kind: acknowledged ? 'acknowledged' : 'unacknowledged', change }
}

/** Returns the step that hides an incident until a time, or shows it again. */
function snooze(
  until: BodyOf<typeof incidentSnooze>['until'],
  { incident, now }: { incident: { snoozedUntil: Date | null }; now: Date },
): Step | null | Refusal {
  if (until === null)
    return incident.snoozedUntil === null ? null : { kind: 'unsnoozed', change: { snoozed_until: null } }
  const at = new Date(until)
  const { snoozeDays: days } = incidentLimits
  if (at <= now) return refuse('incident.snooze_past', { field: 'until' })
  if (at.getTime() > now.getTime() + days * dayMs) return refuse('period.too_long', { days, field: 'until' })
  return { kind: 'snoozed', change: { snoozed_until: at }, details: { until: at.toISOString() } }
}
