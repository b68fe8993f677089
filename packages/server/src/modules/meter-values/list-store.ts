import type { AnswerOf, meterValueList, signedValueList } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'

type SampleShown = AnswerOf<typeof meterValueList>[number]
type SignedShown = AnswerOf<typeof signedValueList>[number]

/** Location of samples: the columns of their index. */
export interface SampleLocation {
  stationId: string
  evseNo?: number
  /** A session's number, and the period that contains its samples. */
  session?: { number: number; from: Date; to: Date }
}

/** Condition on `v` in a form that uses the index of the station's samples. */
export const within = ({ stationId, evseNo, session }: SampleLocation): RawBuilder<unknown> =>
  sql.join(
    [
      sql`v.station_id = ${stationId}`,
      ...(evseNo === undefined ? [] : [sql`v.evse_no = ${evseNo}`]),
      ...(session
        ? [
            sql`v.transaction_number = ${session.number}`,
            sql`v.sampled_at between ${session.from} and ${session.to}`,
          ]
        : []),
    ],
    sql` and `,
  )

const inOrderOfTime = (at: SampleLocation) => ({
  key: 'id' as const,
  // the key begins with the time, which the index uses
  near: (id: string) =>
    sql`v.sampled_at = timestamptz 'epoch' + ${/^\d{1,18}(?=\/)/.exec(id)?.[0] ?? '0'}::bigint * interval '1 microsecond'`,
  order: ['datetime DESC'],
  visible: () => within(at),
})

/** Samples of a station or a session; the caller has checked that the viewer may see it. */
export const sampleSource = (at: SampleLocation): ListSource<SampleShown> => ({
  from: sql`meter_values v join sample_kinds k on k.id = v.kind_id`,
  columns: {
    id: column.text(
      sql`concat_ws('/', (extract(epoch from v.sampled_at) * 1000000)::bigint, v.evse_no, v.kind_id, v.value,
        hashtextextended(v.raw, 0))`,
    ),
    stationid: column.id('v.station_id'),
    connectorid: column.integer('v.evse_no'),
    transactionid: column.integer('v.transaction_number', 'nullable'),
    datetime: column.instant('v.sampled_at'),
    measurand: column.text('k.measurand'),
    phase: column.text('k.phase', 'nullable'),
    location: column.text('k.location', 'nullable'),
    unit: column.text('k.unit', 'nullable'),
    context: column.text('k.context', 'nullable'),
    value: column.number(sql`nullif(v.value, 'NaN')`, 'nullable'),
    raw: column.text('v.raw', 'nullable'),
  },
  ...inOrderOfTime(at),
})

const meterKey = sql`(select p.public_key from meter_keys p where p.station_id = v.station_id
  and p.evse_no in (v.evse_no, 0) order by p.evse_no desc, p.last_at desc limit 1)`

/** Signed values of a station or a session, like `sampleSource`. */
export const signedSource = (at: SampleLocation): ListSource<SignedShown> => ({
  from: sql`signed_values v join sample_kinds k on k.id = v.kind_id`,
  columns: {
    id: column.text(
      sql`concat_ws('/', (extract(epoch from v.sampled_at) * 1000000)::bigint, v.evse_no, v.kind_id,
        hashtextextended(v.value, 0))`,
    ),
    stationid: column.id('v.station_id'),
    connectorid: column.integer('v.evse_no'),
    transactionid: column.integer('v.transaction_number', 'nullable'),
    datetime: column.instant('v.sampled_at'),
    measurand: column.text('k.measurand'),
    context: column.text('k.context', 'nullable'),
    value: column.text('v.value'),
    publickey: column.text(meterKey, 'nullable'),
  },
  ...inOrderOfTime(at),
})

export interface Bin {
  at: Date
  evseNo: number
  measurand: string
  phase: string | null
  mean: number
  most: number
}

export interface SeriesWindow extends SampleLocation {
  from: Date
  to: Date
  stepMs: number
}

export const charted = [
  'Power.Active.Import',
  'Energy.Active.Import.Register',
  'SoC',
  'Current.Import',
  'Voltage',
] as const

/** Returns samples aggregated by the database: mean and maximum per step, curve and phase. */
export async function binnedSamples(db: Db, window: SeriesWindow): Promise<Bin[]> {
  const { rows } = await sql<Bin>`
    select date_bin(${`${window.stepMs} milliseconds`}::interval, v.sampled_at, ${window.from}) as at,
      v.evse_no as "evseNo", k.measurand, k.phase, avg(v.value) as mean, max(v.value) as most
    from meter_values v join sample_kinds k on k.id = v.kind_id
    where ${within(window)} and v.sampled_at between ${window.from} and ${window.to}
      and k.measurand in (${sql.join([...charted])}) and k.location is distinct from 'Inlet' and v.value <> 'NaN'
    group by 1, 2, 3, 4 order by 1`.execute(db)
  return rows
}
