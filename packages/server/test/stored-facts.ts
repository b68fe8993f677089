import { acknowledgedFacts, type AcknowledgedFacts, type LedgerEntry } from '@stationmaster/simulator'
import { expect } from 'vitest'
import type { FreshDatabase } from './database.ts'

interface Stored {
  starts: Map<number, { identity: string; key: string; stopped: string | null; meterStop: string | null }>
  keys: string[]
  samples: Map<string, number>
}

/** Reads everything stored about transactions and meter values. */
async function readStored({ pool }: FreshDatabase): Promise<Stored> {
  const transactions = await pool.query(
    `select t.number, s.identity, t.evse_no, t.id_tag, t.started_sent, t.meter_start_wh, t.stopped_sent, t.meter_stop_wh
     from transactions t join stations s on s.id = t.station_id`,
  )
  const samples = await pool.query(
    `select s.identity, m.evse_no, m.sampled_at, k.measurand, coalesce(k.phase, '') as phase,
       coalesce(k.context, 'Sample.Periodic') as context, m.value
     from meter_values m join stations s on s.id = m.station_id join sample_kinds k on k.id = m.kind_id`,
  )
  const counted = new Map<string, number>()
  for (const row of samples.rows) {
    const key = [
      row.identity,
      row.evse_no,
      row.sampled_at.toISOString(),
      row.measurand,
      row.phase,
      row.context,
      row.value,
    ].join('|')
    counted.set(key, (counted.get(key) ?? 0) + 1)
  }
  return {
    starts: new Map(
      transactions.rows.map((row) => [
        row.number,
        { identity: row.identity, key: keyOf(row), stopped: row.stopped_sent, meterStop: row.meter_stop_wh },
      ]),
    ),
    keys: transactions.rows.map(keyOf),
    samples: counted,
  }
}

const keyOf = (row: Record<string, unknown>): string =>
  [row['identity'], row['evse_no'], row['id_tag'], row['started_sent'], row['meter_start_wh']].join('|')

/** Returns the keys of the samples of an acknowledged MeterValues as the database must contain them. */
function samplesOf({
  identity,
  request,
}: ReturnType<typeof acknowledgedFacts>['meterValues'][number]): string[] {
  return request.meterValue.flatMap(({ timestamp, sampledValue }) =>
    sampledValue.map((sample) =>
      [
        identity,
        request.connectorId,
        new Date(timestamp).toISOString(),
        sample.measurand ?? 'Energy.Active.Import.Register',
        sample.phase ?? '',
        sample.context ?? 'Sample.Periodic',
        Number(sample.value),
      ].join('|'),
    ),
  )
}

/**
 * Compares what stations have had acknowledged with the database: everything is stored (INV-1), and nothing twice (INV-2).
 * Returns what was acknowledged.
 */
export async function compareWithLedger(
  fresh: FreshDatabase,
  entries: readonly LedgerEntry[],
): Promise<AcknowledgedFacts> {
  const acknowledged = acknowledgedFacts(entries)
  const stored = await readStored(fresh)
  expect(entries.filter((entry) => entry.outcome === 'discarded')).toEqual([])
  expect(new Set(stored.keys).size).toBe(stored.keys.length)
  const lostStarts = acknowledged.starts.filter(
    ({ identity, response }) => stored.starts.get(response.transactionId)?.identity !== identity,
  )
  expect(lostStarts).toEqual([])
  const lostStops = acknowledged.stops.filter(({ request }) => {
    const row = stored.starts.get(request.transactionId)
    return !row || row.stopped !== request.timestamp || Number(row.meterStop) !== request.meterStop
  })
  expect(lostStops).toEqual([])
  const lostSamples = acknowledged.meterValues.flatMap(samplesOf).filter((key) => !stored.samples.has(key))
  expect(lostSamples).toEqual([])
  expect([...stored.samples].filter(([, count]) => count > 1)).toEqual([])
  return acknowledged
}
