import type { Insertable } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'
import { foldCode } from '../cards/index.ts'
import type { DemoStation } from './demo-stations.ts'
import { type PastSession, pastSessions } from './history.ts'
import { lastMonth } from '../reports/index.ts'
import type { DemoDeps } from './fleet-file.ts'
import {
  drawSequence,
  insertSamples,
  insertTransactions,
  sampleKinds,
  type SampleRow,
  setLastUses,
} from './store.ts'

interface Place {
  accountId: string
  stations: { station: DemoStation; id: string }[]
  cards: { id: string; code: string }[]
}

/** Days whose sessions have meter values, which are most of the rows. */
const sampledDays = 28
const dayMs = 86_400_000
const kinds = [
  { measurand: 'Power.Active.Import', location: 'Outlet', unit: 'W' },
  { measurand: 'Energy.Active.Import.Register', location: 'Outlet', unit: 'Wh' },
  { measurand: 'Current.Import', location: 'Outlet', unit: 'A' },
  { measurand: 'Voltage', location: 'Outlet', unit: 'V' },
  { measurand: 'SoC', location: 'EV', unit: 'Percent' },
]

/** Inserts finished sessions since the beginning of the last month, so that no list, chart or report is empty. */
export async function seedHistory(
  deps: Pick<DemoDeps, 'clock' | 'permute'>,
  tx: Tx,
  { accountId, stations, cards }: Place,
): Promise<void> {
  const now = deps.clock.now()
  // reports and statements of owners are about whole months
  const days = (now.getTime() - Date.parse(lastMonth(now))) / dayMs
  const past = stations.flatMap(({ station, id }, index) =>
    pastSessions(station, { seed: index + 1, cards: cards.length, days, sampledDays, now }).map(
      (session) => ({
        session,
        id,
      }),
    ),
  )
  const sequence = await drawSequence(tx, past.length)
  const kindIds = await sampleKinds(tx, kinds)
  const transactions: Insertable<Database['transactions']>[] = []
  const samples: SampleRow[] = []
  for (const [index, { session, id }] of past.entries()) {
    const number = deps.permute(sequence[index]!)
    const card = cards[session.card]!
    transactions.push({
      ...transactionRow(session, number),
      account_id: accountId,
      station_id: id,
      id_tag: card.code,
      id_tag_folded: foldCode(card.code),
      card_id: card.id,
    })
    for (const { at, measurand, value } of session.samples)
      samples.push({
        stationId: id,
        evseNo: session.evseNo,
        at,
        kindId: kindIds.get(measurand)!,
        value,
        number,
      })
  }
  await insertTransactions(tx, transactions)
  await setLastUses(tx, accountId)
  await insertSamples(tx, samples)
}

const transactionRow = (session: PastSession, number: number) => {
  const start = session.startedAt.toISOString()
  const stop = session.stoppedAt.toISOString()
  return {
    id: newId(session.startedAt.getTime()),
    number,
    station_ref: String(number),
    evse_no: session.evseNo,
    connector_no: 1,
    decision: 'Accepted',
    authorised_at: start,
    energy_started_at: start,
    start_key: `demo ${session.evseNo} ${start}`,
    started_at: start,
    started_sent: start,
    received_start_at: start,
    meter_start_wh: session.meterStartWh,
    stopped_at: stop,
    stopped_sent: stop,
    received_stop_at: stop,
    meter_stop_wh: session.meterStopWh,
    meter_last_wh: session.meterStopWh,
    stop_reason: session.reason,
    stop_payload: JSON.stringify({
      transactionId: number,
      timestamp: stop,
      meterStop: session.meterStopWh,
      reason: session.reason,
    }),
    energy_wh: session.meterStopWh - session.meterStartWh,
    soc: session.socEnd,
    readings_at: stop,
    state: 'finished' as const,
    is_demo: true,
  }
}
