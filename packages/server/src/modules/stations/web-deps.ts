import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { BusEvent } from '../../bus/events.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Config } from '../../shared/config.ts'
import type { Quotas } from '../accounts/index.ts'
import type { Database } from '../../storage/tables.gen.ts'

/** Dependencies of the use cases that users start. */
export interface StationWebDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  quotas: Quotas
  config: Config
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

/** Returns the audit reference of a station. */
export const stationAuditRef = (station: { id: string; account_id: string; identity: string }) => ({
  accountId: station.account_id,
  kind: 'change' as const,
  classCode: 'charge_point',
  objectId: station.id,
  label: station.identity,
})
