import { incidentLimits } from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { refuseBeyond } from '../../storage/row-limits.ts'
import { type Db, inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ProblemReports } from '../problem-reports/index.ts'
import {
  type IncidentChange,
  insertEntry,
  type LockedIncident,
  lockIncident,
  type NewEntry,
  updateIncident,
} from './incident-store.ts'

export interface ChangeDeps {
  db: Db
  bus: Bus
  clock: Clock
  reports: Pick<ProblemReports, 'close'>
}

/** What a user does with an incident: its columns and the entry. */
export interface Step extends Pick<NewEntry, 'kind' | 'text' | 'details'> {
  change: IncidentChange
}

export const noIncident = refuse('incident.not_found', { field: 'id' })
const isClosed = refuse('incident.closed', { field: 'id' })

/**
 * Changes an incident on behalf of a user, with its entry, the audit entry and the hint. `decide` returns the step,
 * null if nothing changes, or a refusal.
 */
export const changeIncident = (
  { db, bus, clock, reports }: ChangeDeps,
  viewer: Viewer,
  {
    id,
    decide,
    isForClosed = false,
  }: {
    id: string
    decide: (incident: LockedIncident, tx: Tx, now: Date) => Promise<Step | null | Refusal>
    /** True if a closed incident can be changed. */
    isForClosed?: boolean
  },
): Promise<Refusal | null> =>
  inTransaction(
    db,
    async (tx) => {
      const now = clock.now()
      const incident = await lockIncident(tx, viewer, id)
      if (!incident) return noIncident
      if (incident.closedAt && !isForClosed) return isClosed
      const step = await decide(incident, tx, now)
      if (step === null || isRefusal(step)) return step
      const owner = { column: 'incident_id', value: id }
      const { entries: most } = incidentLimits
      const full = await refuseBeyond(tx, {
        table: 'incident_entries',
        owner,
        most,
        code: 'limit.reached',
      })
      // closing stays possible: only an incident that opens again can be closed again
      if (full && step.kind !== 'closed') return full
      const { change, ...entry } = step
      const columns = Object.keys(change)
      const before = columns.length > 0 ? await readFields(tx, { table: 'incidents', id }, columns) : {}
      await updateIncident(tx, id, { ...change, updated_at: now })
      if (step.kind === 'closed') await reports.close(tx, { incidentId: id, outcome: step.text ?? null, now })
      const { accountId, number, stationId } = incident
      await insertEntry(tx, { ...entry, accountId, incidentId: id, userId: viewer.userId, now })
      await recordChange(tx, viewer, {
        accountId,
        classCode: 'incident',
        objectId: id,
        label: String(number),
        action: entry.kind,
        before,
        after: { ...change, ...(entry.text ? { text: entry.text } : {}) },
      })
      const station = stationId === null ? {} : { station: stationId }
      await bus.publish(tx, [
        { kind: 'hint', account: accountId, hint: { kind: 'incident.changed', ...station, ids: [id] } },
      ])
      return null
    },
    { rollsBack: isRefusal },
  )
