import { sql } from 'kysely'
import type { Tx } from '../../storage/transaction.ts'
import { timeZoneOfStation } from '../stations/index.ts'
import type { Service, StoredPart, Unit } from './charge.ts'
import { tariffNameOf } from './tariff-name-store.ts'

/** When the session of `charges c` ended, over `transactions t`. */
export const chargeEndedAt = sql`coalesce(t.stopped_at, c.created_at)`

/** A charge for an invoice line. Amounts are minor units, negative if it reverses a charge of an earlier invoice. */
export interface UninvoicedCharge {
  id: string
  ratingId: string
  /** Number of the session; null if it is deleted. */
  transactionNumber: number | null
  sessionId: string
  stationId: string
  clientId: string
  service: Service
  quantity: number
  unit: Unit
  price: string | null
  currency: string
  digits: number
  amountMinor: number
  isTaxIncluded: boolean
  taxBp: number
  tariffVersionId: string
  label: string
  parts: StoredPart[]
  reversesId: string | null
  /** Start and end of the session; without the session, when the charge was booked. */
  startedAt: Date
  stoppedAt: Date
  /** IANA zone of the station; null: unknown. */
  timeZone: string | null
  meterStartWh: number | null
  meterStopWh: number | null
  /** Identity of the station. */
  station: string
  /** Name of its site, else its address. */
  place: string | null
  /** Country of its site, ISO 3166-1 alpha-2. */
  country: string | null
  tariff: string | null
}

/** Condition: `transactions t` is the session of a guest whose payment is not captured; its own invoice is issued with that. */
export const isOpenGuest = sql`exists (select from guest_charges g where g.card_id = t.card_id and g.outcome is null)`

/** Sessions that ended in a period, or named ones whenever they ended: the clock of a station may be ahead. */
type Ended = { from?: Date; until: Date } | { sessionIds: readonly string[] }

export type UninvoicedQuery = Ended & {
  accountId: string
  clientId: string
  /** At most this number; further ones are for the next invoice. */
  most?: number
}

const endedIn = (ended: Ended) =>
  'sessionIds' in ended
    ? sql`c.transaction_id = any(${ended.sessionIds}::uuid[])`
    : sql`${chargeEndedAt} >= ${ended.from ?? new Date(0)} and ${chargeEndedAt} < ${ended.until} and not ${isOpenGuest}`

/**
 * Returns the charges of a client that no invoice contains, in the order of their sessions, and locks them until the end
 * of the transaction. Those that another transaction has locked are waited for.
 */
export async function uninvoicedCharges(
  tx: Tx,
  { accountId, clientId, most = 10_000, ...ended }: UninvoicedQuery,
): Promise<UninvoicedCharge[]> {
  const { rows } = await sql<UninvoicedCharge>`
    select c.id, c.rating_id as "ratingId", t.number as "transactionNumber", c.transaction_id as "sessionId", c.station_id as "stationId",
      c.client_id as "clientId", c.service, c.quantity, c.unit, c.price, c.currency, c.digits,
      c.amount_minor as "amountMinor", c.tax_included as "isTaxIncluded", c.tax_bp as "taxBp",
      c.tariff_version_id as "tariffVersionId", c.label, c.parts, c.reverses_id as "reversesId",
      coalesce(t.started_at, c.created_at) as "startedAt", ${chargeEndedAt} as "stoppedAt",
      ${sql.raw(timeZoneOfStation)} as "timeZone", t.meter_start_wh as "meterStartWh", t.meter_stop_wh as "meterStopWh",
      coalesce(s.identity, c.label) as station, coalesce(z.label, s.address) as place, z.country_code as country,
      ${tariffNameOf(sql`c.tariff_version_id`)} as tariff
    from charges c left join transactions t on t.id = c.transaction_id
      left join stations s on s.id = c.station_id left join sites z on z.id = s.site_id
    where c.account_id = ${accountId} and c.client_id = ${clientId} and c.state = 'processing'
      and c.invoice_id is null and ${endedIn(ended)}
    order by ${chargeEndedAt}, c.id limit ${most} for update of c`.execute(tx)
  return rows
}

/** Adds charges to a draft of an invoice. Throws if one is already in another invoice. */
export async function markInvoiced(tx: Tx, chargeIds: readonly string[], invoiceId: string): Promise<void> {
  await changeAll(
    tx,
    chargeIds,
    sql`update charges set invoice_id = ${invoiceId}, set_aside_at = null, updated_at = now()
      where id = any(${chargeIds}::uuid[]) and state = 'processing' and (invoice_id is null or invoice_id = ${invoiceId})`,
  )
}

/** Removes the charges of a draft that a user discards from it: they wait until a user or a change asks for an invoice. */
export async function releaseCharges(tx: Tx, invoiceId: string, now: Date): Promise<number> {
  const { numAffectedRows } =
    await sql`update charges set invoice_id = null, set_aside_at = ${now}, updated_at = now()
    where invoice_id = ${invoiceId} and state = 'processing'`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The invoice of charges was issued. */
export async function succeedCharges(tx: Tx, invoiceId: string): Promise<void> {
  await sql`update charges set state = 'succeeded', updated_at = now()
    where invoice_id = ${invoiceId} and state = 'processing'`.execute(tx)
}

async function changeAll(tx: Tx, ids: readonly string[], statement: ReturnType<typeof sql>): Promise<void> {
  if (ids.length === 0) return
  const { numAffectedRows } = await statement.execute(tx)
  if (Number(numAffectedRows ?? 0) !== new Set(ids).size)
    throw new Error('a charge is already in another invoice, or can no longer be invoiced')
}
