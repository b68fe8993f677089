import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { PaymentRow } from '../payments/index.ts'

export interface NewGuestCharge {
  id: string
  accountId: string
  stationId: string
  evseId: string
  cardId: string
  secretHash: Buffer
  keyHash: Buffer
  addressHash: Buffer
  email: string | null
  locale: string
  now: Date
}

/** Adds a charge; its payment exists. */
export const insertGuestCharge = (tx: Tx, row: NewGuestCharge) =>
  sql`insert into guest_charges (id, account_id, station_id, evse_id, card_id, secret_hash, key_hash, address_hash, email,
      locale, created_at)
    values (${row.id}, ${row.accountId}, ${row.stationId}, ${row.evseId}, ${row.cardId}, ${row.secretHash},
      ${row.keyHash}, ${row.addressHash}, ${row.email}, ${row.locale}, ${row.now})`.execute(tx)

/** Returns the charge that a key of a phone has begun. */
export async function findByKey(db: Db, keyHash: Buffer): Promise<{ id: string; evseId: string } | null> {
  const { rows } = await sql<{ id: string; evseId: string }>`select id, evse_id as "evseId" from guest_charges
    where key_hash = ${keyHash}`.execute(db)
  return rows[0] ?? null
}

/** Returns the id of the charge whose link has this hash. */
export async function findBySecret(db: Db, secretHash: Buffer): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select id from guest_charges where secret_hash = ${secretHash}`.execute(db)
  return rows[0]?.id ?? null
}

/** Returns how many charges wait for their payer at an EVSE and from an address. */
export async function countUnpaid(
  tx: Tx,
  { evseId, addressHash }: { evseId: string; addressHash: Buffer },
): Promise<{ atEvse: number; fromAddress: number }> {
  const { rows } = await sql<{ atEvse: number; fromAddress: number }>`
    select count(*) filter (where g.evse_id = ${evseId})::int as "atEvse",
      count(*) filter (where g.address_hash = ${addressHash})::int as "fromAddress"
    from guest_charges g join payments y on y.id = g.id and y.state = 'pending'
    where g.outcome is null and (g.evse_id = ${evseId} or g.address_hash = ${addressHash})`.execute(tx)
  return rows[0]!
}

/**
 * Returns true if a guest has paid for an EVSE and has not finished. Neither has a session that its station no longer has:
 * the EVSE was reported to be available since.
 */
export async function isOccupied(db: Db, evseId: string): Promise<boolean> {
  const { rows } =
    await sql`select from guest_charges g join payments y on y.id = g.id join evses e on e.id = g.evse_id
    where g.evse_id = ${evseId} and g.outcome is null and g.withdrawn_at is null and g.given_up_at is null
      and y.state = 'waiting_for_capture'
      and not exists (select from transactions t where t.card_id = g.card_id and (t.state <> 'running'
        or e.state = 'available' and e.state_received_at > t.received_start_at)) limit 1`.execute(db)
  return rows.length > 0
}

/** A charge with everything that decides what happens next. */
export interface GuestChargeRow {
  id: string
  accountId: string
  stationId: string
  evseId: string
  connectorNo: number
  cardId: string
  cardCode: string
  clientId: string
  email: string | null
  locale: string
  mails: number
  mailedAt: Date | null
  createdAt: Date
  withdrawnAt: Date | null
  givenUpAt: Date | null
  outcome: 'charged' | 'free' | 'not_started' | 'not_paid' | null
  endedAt: Date | null
  invoiceId: string | null
  invoiceCode: string | null
  /** True if the documents of the invoice do not exist yet. */
  isDocumentDue: boolean
  paymentState: PaymentRow['state']
  isTrial: boolean
  currency: string
  reservedMinor: number
  authorisedMinor: number
  capturedMinor: number
  paidAt: Date | null
  checkoutUrl: string | null
  /** Number and time of the last start. */
  starts: number
  lastStartAt: Date | null
  session: GuestSessionRow | null
}

export interface GuestSessionRow {
  id: string
  number: number
  stationId: string
  evseNo: number
  state: string
  startedAt: string
  stoppedAt: string | null
  energyWh: number
  powerW: number | null
  soc: number | null
  readingsAt: string | null
  /** Price: null until it is computed. */
  rating: { holdReason: string | null; grossMinor: number; currency: string | null } | null
}

const instant = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** The session of `guest_charges g`: the first one with its card, which serves for nothing else. */
const session = sql`select json_build_object('id', t.id, 'number', t.number, 'stationId', t.station_id, 'evseNo', t.evse_no, 'state', t.state,
    'startedAt', ${instant('t.started_at')}, 'stoppedAt', ${instant('t.stopped_at')},
    'energyWh', case when t.state = 'running' then greatest(coalesce(t.meter_last_wh, t.meter_start_wh) - t.meter_start_wh, 0)
      else coalesce(t.energy_wh, 0) end,
    'powerW', t.power_w, 'soc', t.soc, 'readingsAt', ${instant('t.readings_at')},
    'rating', (select json_build_object('holdReason', r.hold_reason, 'grossMinor', r.gross_minor, 'currency', r.currency)
      from ratings r where r.transaction_id = t.id and r.superseded_by is null
        and r.hold_reason is distinct from 'proposed' and t.state <> 'running')) as session
  from transactions t where t.card_id = g.card_id order by t.received_start_at limit 1`

const chargeColumns = sql`g.id, g.account_id as "accountId", g.station_id as "stationId", g.evse_id as "evseId",
  e.evse_no as "connectorNo", g.card_id as "cardId", k.code as "cardCode", y.client_id as "clientId", g.email, g.locale,
  g.mails, g.mailed_at as "mailedAt", g.created_at as "createdAt", g.withdrawn_at as "withdrawnAt",
  g.given_up_at as "givenUpAt", g.outcome, g.ended_at as "endedAt", g.invoice_id as "invoiceId", i.code as "invoiceCode",
  coalesce(i.is_document_due, false) as "isDocumentDue",
  y.state as "paymentState", y.is_trial as "isTrial", y.currency, y.amount_minor as "reservedMinor",
  y.authorised_minor as "authorisedMinor", y.captured_minor as "capturedMinor", y.paid_at as "paidAt",
  y.checkout_url as "checkoutUrl", d.starts, d.last as "lastStartAt", s.session`
const chargeTables = sql`guest_charges g join payments y on y.id = g.id join cards k on k.id = g.card_id
  join evses e on e.id = g.evse_id left join invoices i on i.id = g.invoice_id
  cross join lateral (select count(*)::int as starts, max(c.created_at) as last from driver_charges c
    where c.guest_id = g.id) d
  left join lateral (${session}) s on true`

export async function readGuestCharge(db: Db, id: string): Promise<GuestChargeRow | null> {
  const { rows } =
    await sql<GuestChargeRow>`select ${chargeColumns} from ${chargeTables} where g.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Locks an open charge until the end of the transaction; false if it has ended. */
export async function lockOpen(tx: Tx, id: string): Promise<boolean> {
  const { rows } =
    await sql`select id from guest_charges where id = ${id} and outcome is null for update`.execute(tx)
  return rows.length === 1
}

/** Returns the ids of open charges in their order, after one of them. */
export async function openCharges(
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from guest_charges where outcome is null
    ${after === null ? sql`` : sql`and id > ${after}`} order by id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns ended charges whose receipt is to be sent: their documents exist, or there are none. */
export async function unsentReceipts(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select g.id from guest_charges g left join invoices i on i.id = g.invoice_id
    where g.email is not null and g.mailed_at is null and g.outcome in ('charged', 'free')
      and not coalesce(i.is_document_due, false) order by g.ended_at limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends a charge; its card is not accepted any more. */
export async function endCharge(
  tx: Tx,
  {
    id,
    outcome,
    invoiceId = null,
    now,
  }: { id: string; outcome: string; invoiceId?: string | null; now: Date },
): Promise<void> {
  await sql`update guest_charges set outcome = ${outcome}, invoice_id = ${invoiceId}, ended_at = ${now}
    where id = ${id}`.execute(tx)
  await withdrawCard(tx, id, now)
}

/** Lets the card of a charge be accepted no longer. */
export const withdrawCard = (tx: Tx, id: string, now: Date) =>
  sql`update cards k set state = 'deleted', updated_at = ${now} from guest_charges g
    where g.id = ${id} and k.id = g.card_id and k.state <> 'deleted'`.execute(tx)

/** Notes that a charge does not start any more. */
export const markWithdrawn = (tx: Tx, id: string, now: Date) =>
  sql`update guest_charges set withdrawn_at = ${now} where id = ${id} and withdrawn_at is null`.execute(tx)

/** Notes that the guest gave the charge up. */
export const markGivenUp = (tx: Tx, id: string, now: Date) =>
  sql`update guest_charges set given_up_at = ${now} where id = ${id} and given_up_at is null`.execute(tx)

/** Lets the card be accepted until a time. */
export const extendCard = (db: Db, id: string, until: Date) =>
  sql`update cards k set expires_at = ${until} from guest_charges g
    where g.id = ${id} and k.id = g.card_id and k.state = 'enabled'`.execute(db)

/** Sets the address to which the receipt is sent, and counts a mail. */
export const noteMail = (tx: Tx, id: string, { email, mailedAt }: { email: string; mailedAt: Date | null }) =>
  sql`update guest_charges set email = ${email}, mails = mails + 1, mailed_at = ${mailedAt} where id = ${id}`.execute(
    tx,
  )

/** Deletes charges that ended before a time, with their links, addresses and starts. */
export const forgetGuests = (db: Db, before: Date) =>
  sql`delete from guest_charges where ended_at < ${before}`.execute(db)
