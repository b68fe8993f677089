import type { BusEvent } from '../../bus/events.ts'
import type { Quotas } from '../accounts/index.ts'
import type { ModuleContext } from '../module.ts'
import type { Methods } from '../workflow/index.ts'

/** Dependencies of the use cases that users start. */
export interface StationWebDeps extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'config'> {
  quotas: Quotas
  methods: Methods
}

/**
 * Returns the events that notify consoles of a changed station, and the process with its connection to reload
 * it.
 */
export const stationChanged = (accountId: string, stationId: string): BusEvent[] => [
  {
    kind: 'hint',
    account: accountId,
    hint: { kind: 'station.changed', station: stationId, ids: [stationId] },
  },
  { kind: 'station.stale', station: stationId },
]

/** Returns the same events for a connector: its power limit affects the plausibility of meter values. */
export const connectorChanged = (of: { id: string; accountId: string; stationId: string }): BusEvent[] => [
  {
    kind: 'hint',
    account: of.accountId,
    hint: { kind: 'connector.changed', station: of.stationId, ids: [of.id] },
  },
  { kind: 'station.stale', station: of.stationId },
]

/** Returns the audit reference of a station. */
export const stationAuditRef = (station: { id: string; account_id: string; identity: string }) => ({
  accountId: station.account_id,
  classCode: 'charge_point',
  objectId: station.id,
  label: station.identity,
})
