import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { timeZoneOfStation } from '../stations/index.ts'
import { transactionFacts, visibleTransactions } from './list-store.ts'

/**
 * Returns the transaction if the viewer may see it, by its id or by number and station, locked for update
 * unless `isLocked` is false.
 */
export const lockTransaction = (
  db: Db,
  scope: Scope,
  {
    isLocked = true,
    ...by
  }: ({ id: string } | { number: number; stationId: string }) & { isLocked?: boolean },
) =>
  db
    .selectFrom('transactions as t')
    .innerJoin('stations as s', 's.id', 't.station_id')
    .leftJoin('evses as c', (join) =>
      join.onRef('c.station_id', '=', 't.station_id').onRef('c.evse_no', '=', 't.evse_no'),
    )
    .select([
      't.id',
      't.number',
      't.account_id',
      't.station_id',
      't.evse_no',
      't.state',
      't.flags',
      't.started_at',
      't.meter_start_wh',
      't.meter_stop_wh',
      't.meter_last_wh',
      't.energy_wh',
      't.readings_at',
      't.stopped_at',
      't.stop_payload',
      'c.max_power_w',
    ])
    .select(sql<string | null>`${sql.raw(timeZoneOfStation)}`.as('time_zone'))
    .select(transactionFacts.as('facts'))
    .where(sql<boolean>`${visibleTransactions(scope)}`)
    .$if('id' in by, (query) => query.where('t.id', '=', 'id' in by ? by.id : ''))
    .$if('number' in by, (query) =>
      query
        .where('t.number', '=', 'number' in by ? by.number : 0)
        .where('t.station_id', '=', 'number' in by ? by.stationId : ''),
    )
    .$if(isLocked, (query) => query.forUpdate('t'))
    .executeTakeFirst()

export type LockedTransaction = NonNullable<Awaited<ReturnType<typeof lockTransaction>>>

export interface Resolution {
  stoppedAt: Date
  meterStopWh: number
  energyWh: number
  flags: readonly string[]
  note: string
  /** Fields of a stop beside its time and meter; absent if there was no stop. */
  stop?: { sent: string; reason: string; idTag: string | null; payload: string; receivedAt: Date }
}

/** Ends the transaction as a user decided, and frees its connector. */
export async function resolveTransaction(db: Db, of: LockedTransaction, by: Resolution): Promise<void> {
  await db
    .updateTable('transactions')
    .set({
      state: 'finished',
      stopped_at: by.stoppedAt,
      meter_stop_wh: by.meterStopWh,
      energy_wh: by.energyWh,
      power_w: null,
      flags: [...new Set(by.flags)],
      note: by.note,
      ...(by.stop && {
        stopped_sent: by.stop.sent,
        stop_reason: by.stop.reason,
        stop_id_tag: by.stop.idTag,
        stop_payload: by.stop.payload,
        received_stop_at: by.stop.receivedAt,
      }),
    })
    .where('id', '=', of.id)
    .execute()
  await db
    .updateTable('evses')
    .set({ transaction_number: null, power_w: null, energy_wh: null, soc: null })
    .where('station_id', '=', of.station_id)
    .where('transaction_number', '=', of.number)
    .execute()
}
