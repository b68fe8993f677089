import { refuse } from '../../shared/refusal.ts'
import type { Quotas } from '../accounts/index.ts'
import type { HandlerResult, WorkflowObject, Subject } from '../workflow/index.ts'
import { stationNotFound } from './change-station.ts'
import { lockStation, updateStation } from './edit-store.ts'
import { stationChanged } from './web-deps.ts'

interface WorkflowStation extends WorkflowObject {
  hasBooted: boolean
}

/** Stations as workflow objects. No reported data of a station is lost by a state change. */
export const stationSubject = (quotas: Quotas): Subject<WorkflowStation> => ({
  classCode: 'charge_point',
  missing: stationNotFound,
  handlers: ['station.close', 'station.wait'],
  async find(db, scope, { id, isLocked }) {
    const station = await lockStation(db, scope, { id, isLocked })
    if (!station) return null
    const { identity, vendor, model } = station
    return {
      classCode: 'charge_point',
      id,
      accountId: station.account_id,
      label: station.label ?? identity,
      state: station.state,
      type: station.type,
      ownerId: station.owner_id,
      tags: station.tags,
      fields: { identity, vendor, model, connected: station.is_connected },
      hasBooted: station.booted_at !== null,
    }
  },
  async enter(tx, { id, accountId, state: before }, { state: { code: state }, now }) {
    if (before === 'deleted') {
      const refusal = await quotas.refuse(tx, accountId, 'stations')
      if (refusal) return refusal
    }
    await updateStation(tx, id, { state, updated_at: now })
  },
  changed: ({ accountId, id }) => stationChanged(accountId, id),
  // a restored station waits for its own report of its state
  target: (name, { hasBooted }) => (name === 'station.wait' && !hasBooted ? 'created' : undefined),
  async handle(_tx, station, { handler, target }): Promise<HandlerResult> {
    if (handler === 'station.wait') return {}
    const reason = `the station was ${target}`
    return { events: [{ kind: 'station.drop', station: station.id, why: reason }] }
  },
  refuse: () => refuse('station.wrong_state', { field: 'action' }),
  retag: (tx, { id }, { tags, now }) => updateStation(tx, id, { tags: [...tags], updated_at: now }),
  relabel: (tx, { id }, { label, now }) => updateStation(tx, id, { label, updated_at: now }),
})
