import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Commands } from '../commands/index.ts'
import type { HandlerResult, WorkflowObject, Subject } from '../workflow/index.ts'
import type { ReservationFacts } from './list-store.ts'
import { findReservation, type ReservationRow } from './store.ts'

interface ReservationObject extends WorkflowObject, ReservationFacts {
  row: ReservationRow
}

/** States in which the station holds the connector, or is asked to. */
const pending = new Set(['requested', 'active'])

/** Workflow subject of reservations: a user cancels one, the station's answer ends it. */
export const reservationSubject = (commands: Commands): Subject<ReservationObject, ReservationFacts> => ({
  classCode: 'reservation',
  missing: refuse('reservation.not_found', { field: 'id' }),
  handlers: ['reservation.cancel'],
  async find(db, scope, { id, isLocked }) {
    const row = await findReservation(db, scope, { id, isLocked })
    if (!row) return null
    return {
      classCode: 'reservation',
      ...row.facts,
      accountId: row.account_id,
      label: String(row.number),
      type: 'connector',
      ownerId: row.requested_by,
      tags: [],
      fields: { reservationid: row.number, identity: row.identity, connectorid: row.evse_no },
      row,
    }
  },
  async enter() {
    // the station's answer ends it (effects.ts)
  },
  changed: ({ accountId: account, id, row }) => [
    { kind: 'hint', account, hint: { kind: 'reservation.changed', station: row.station_id, ids: [id] } },
  ],
  async handle(_tx, { row }, { viewer }): Promise<HandlerResult | Refusal> {
    if (!viewer) return refuse('station.user_required')
    const payload = { reservationId: row.number }
    const station = row.station_id
    return {
      after: (signal) => commands.outcome(viewer, { station, action: 'CancelReservation', payload, signal }),
    }
  },
  requests: ['cancel'],
  prevents: ({ state, unreachable }, method) =>
    method === 'cancel' && unreachable && pending.has(state) ? refuse(unreachable) : null,
  refuse: () => refuse('reservation.ended', { field: 'id' }),
})
