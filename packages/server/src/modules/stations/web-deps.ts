import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { BusEvent } from '../../bus/events.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Quotas } from '../accounts/index.ts'
import type { Database } from '../../storage/tables.gen.ts'

/** What the use cases need that people start. */
export interface StationWebDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  quotas: Quotas
  /** Scheme and host for stations, such as `wss://stations.example`, by the one the caller sees us under. */
  stationOrigin: (callerOrigin: string) => string
}

/** Tells consoles that a station changed, and the process that holds its socket to read it again. */
export const stationChanged = (accountId: string, stationId: string): BusEvent[] => [
  {
    kind: 'hint',
    account: accountId,
    hint: { kind: 'station.changed', station: stationId, ids: [stationId] },
  },
  { kind: 'station.stale', station: stationId },
]

/** What the journal says of a change to a station. */
export const stationAuditRef = (station: { id: string; account_id: string; identity: string }) => ({
  accountId: station.account_id,
  kind: 'change' as const,
  classCode: 'charge_point',
  objectId: station.id,
  label: station.identity,
})
