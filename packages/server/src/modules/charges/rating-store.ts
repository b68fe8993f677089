import { sql } from 'kysely'
import { plainArray } from '../../storage/plain-array.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { NewCharge } from './charge.ts'
import type { FrozenRating, Rated } from './rate-session.ts'
import type { KnownRating, KnownRatings } from './plan-rating.ts'

/** A session whose price is to be computed. */
export interface QueuedSession {
  sessionId: string
  /** Failed attempts. */
  attempts: number
}

/** The first key of advisory locks of sessions that are rated. */
const lockClass = 118

/**
 * Takes sessions whose price is due, and locks them until the end of the transaction: those that ended before a time, and
 * those whose waiting is over. Those that another process takes are left out.
 */
export async function takeDue(
  tx: Tx,
  { endedBefore, now, most }: { endedBefore: Date; now: Date; most: number },
): Promise<QueuedSession[]> {
  const { rows: ended } = await sql<{ id: string }>`
    with due as (select ctid from rating_queue where queued_at <= ${endedBefore} limit ${most} for update skip locked)
    delete from rating_queue q using due where q.ctid = due.ctid returning q.transaction_id as id`.execute(tx)
  const { rows: waiting } = await sql<{ id: string }>`
    select transaction_id as id from rating_waits where due_at <= ${now} order by due_at limit ${most}
    for update skip locked`.execute(tx)
  return lockSessions(tx, [...ended, ...waiting])
}

/** Returns true if a session is in the queue. */
export async function hasQueued(db: Db): Promise<boolean> {
  const { rows } = await sql`select from rating_queue limit 1`.execute(db)
  return rows.length > 0
}

/** Takes the named sessions from the queue, and locks them. */
export async function takeNamed(tx: Tx, ids: readonly string[]): Promise<QueuedSession[]> {
  await sql`delete from rating_queue where transaction_id = any(${ids}::uuid[])`.execute(tx)
  return lockSessions(
    tx,
    ids.map((id) => ({ id })),
  )
}

/** Waits for other processes that rate one of the sessions, in one order; returns each session once. */
async function lockSessions(tx: Tx, taken: readonly { id: string }[]): Promise<QueuedSession[]> {
  const ids = [...new Set(taken.map(({ id }) => id))]
  if (ids.length === 0) return []
  await sql`select pg_advisory_xact_lock(${lockClass}, k.key)
    from (select distinct hashtext(id) as key from unnest(${ids}::text[]) as x (id) order by 1) k`.execute(tx)
  const { rows } = await sql<{
    id: string
    attempts: number
  }>`select transaction_id as id, attempts from rating_waits
    where transaction_id = any(${ids}::uuid[])`.execute(tx)
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]))
  return ids.map((id) => ({ sessionId: id, attempts: attempts.get(id) ?? 0 }))
}

/** The sessions are rated: they wait no longer. */
export async function endWaiting(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from rating_waits where transaction_id = any(${ids}::uuid[])`.execute(tx)
}

/** Lets prices wait until a time, for the vehicle to leave; returns the sessions that did not wait before. */
export async function postpone(
  tx: Tx,
  waiting: readonly { id: string; accountId: string; until: Date }[],
): Promise<string[]> {
  if (waiting.length === 0) return []
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into rating_waits (transaction_id, account_id, due_at)
    select * from unnest(${waiting.map(({ id }) => id)}::uuid[], ${waiting.map(({ accountId }) => accountId)}::uuid[],
      ${waiting.map(({ until }) => until.toISOString())}::timestamptz[])
    on conflict (transaction_id) do update set due_at = excluded.due_at
    returning transaction_id as id, xmax = 0 as "isNew"`.execute(tx)
  return rows.flatMap(({ id, isNew }) => (isNew ? [id] : []))
}

/** Ends the wait for vehicles whose connector has become available or reserved since; their prices are due now. */
export async function endReleasedWaits(db: Db, now: Date): Promise<void> {
  await sql`update rating_waits w set due_at = ${now} from transactions t, evses e
    where t.id = w.transaction_id and w.attempts = 0 and w.due_at > ${now} and e.station_id = t.station_id
      and e.evse_no = t.evse_no and e.state in ('available', 'reserved') and e.state_since >= t.stopped_at`.execute(
    db,
  )
}

/** Stores why the price of a session could not be computed, and when it is tried again. */
export async function noteFailure(
  tx: Tx,
  { id, error, retryAt }: { id: string; error: string; retryAt: Date },
): Promise<void> {
  await sql`insert into rating_waits as w (transaction_id, account_id, due_at, attempts, error)
    select t.id, t.account_id, ${retryAt}, 1, ${error} from transactions t where t.id = ${id}
    on conflict (transaction_id) do update set due_at = excluded.due_at, attempts = w.attempts + 1,
      error = excluded.error`.execute(tx)
}

/** Adds a session to the queue; one that waits is due now. */
export async function queueSession(tx: Tx, sessionId: string): Promise<void> {
  await sql`insert into rating_queue (transaction_id) values (${sessionId})`.execute(tx)
}

/**
 * Returns the ratings of sessions that apply or are proposed, and locks their charges, so that no invoice takes one
 * at the same time.
 */
export async function knownRatings(
  tx: Tx,
  sessionIds: readonly string[],
): Promise<Map<string, KnownRatings>> {
  const { rows } = await sql<KnownRating & { highest: number }>`
    select r.id, r.transaction_id as "sessionId", r.revision, r.input_sha256 as sha256, r.client_id as "clientId",
      r.tariff_version_id as "tariffVersionId", r.hold_reason as "holdReason", r.journal_id as "journalId",
      (select max(x.revision) from ratings x where x.transaction_id = r.transaction_id) as highest, false as "isInvoiced"
    from ratings r where r.transaction_id = any(${sessionIds}::uuid[]) and r.superseded_by is null`.execute(
    tx,
  )
  const known = new Map<string, KnownRatings>()
  if (rows.length === 0) return known
  const { rows: charges } = await sql<{ ratingId: string; isInvoiced: boolean }>`
    select rating_id as "ratingId", invoice_id is not null or reverses_id is not null as "isInvoiced" from charges
    where transaction_id = any(${sessionIds}::uuid[]) and rating_id = any(${rows.map(({ id }) => id)}::uuid[])
    order by id for update`.execute(tx)
  const invoiced = new Set(charges.filter((charge) => charge.isInvoiced).map(({ ratingId }) => ratingId))
  for (const { highest, ...row } of rows) {
    const rating = { ...row, isInvoiced: invoiced.has(row.id) }
    const of = known.get(row.sessionId) ?? { current: null, proposed: null, revision: highest }
    known.set(row.sessionId, {
      ...of,
      ...(row.holdReason === 'proposed' ? { proposed: rating } : { current: rating }),
    })
  }
  return known
}

/** A rating that replaces another one, which no longer applies. */
export async function supersede(tx: Tx, pairs: readonly { id: string; by: string }[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`update ratings r set superseded_by = p.by
    from unnest(${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ by }) => by)}::uuid[]) as p (id, by)
    where r.id = p.id`.execute(tx)
}

/** Cancels the charges of ratings, as far as no invoice contains them. */
export async function cancelCharges(tx: Tx, ratingIds: readonly string[], now: Date): Promise<void> {
  if (ratingIds.length === 0) return
  await sql`update charges set state = 'cancelled', updated_at = ${now}
    where transaction_id in (select r.transaction_id from ratings r where r.id = any(${ratingIds}::uuid[]))
      and rating_id = any(${ratingIds}::uuid[]) and invoice_id is null and state in ('processing', 'proposed')`.execute(
    tx,
  )
}

/** A rating that is added. */
export interface NewRating {
  id: string
  revision: number
  rated: FrozenRating
  holdReason: string | null
  journalId: string | null
}

/** Adds ratings. Their inputs and hashes are one value each, of which the statement takes parts: bytes need no text then. */
export async function insertRatings(tx: Tx, ratings: readonly NewRating[], now: Date): Promise<void> {
  if (ratings.length === 0) return
  const column = <T>(of: (rated: FrozenRating) => T) => ratings.map(({ rated }) => of(rated))
  const plain = (of: (rated: FrozenRating) => string | number | null) => plainArray(column(of))
  const inputs = column(({ frozen }) => frozen.input)
  let length = 0
  const starts = inputs.map((input) => (length += input.length) - input.length)
  await sql`
    insert into ratings (id, account_id, transaction_id, revision, engine, tariff_version_id, client_id, station_id,
      currency, digits, input, input_sha256, flags, hold_reason, net_minor, tax_minor, gross_minor, journal_id, created_at)
    select n.id, account, session, revision, engine, tariff, client, station, currency, digits,
      substr(${Buffer.concat(inputs)}::bytea, 1 + start, bytes),
      substr(${Buffer.concat(column(({ frozen }) => frozen.sha256))}::bytea, 32 * place::int - 31, 32),
      case flags when '' then '{}' else string_to_array(flags, ',') end, hold, net, tax, gross, journal, ${now}
    from unnest(${plainArray(ratings.map(({ id }) => id))}::uuid[], ${plain(({ session }) => session.accountId)}::uuid[],
      ${plain(({ session }) => session.id)}::uuid[], ${plainArray(ratings.map(({ revision }) => revision))}::int[],
      ${plain(({ engine }) => engine)}::int[], ${plain(({ tariff }) => tariff?.versionId ?? null)}::uuid[],
      ${plain(({ session }) => session.clientId)}::uuid[], ${plain(({ session }) => session.stationId)}::uuid[],
      ${plain(({ currency }) => currency)}::text[], ${plain(({ digits }) => digits)}::smallint[], ${plainArray(starts)}::int[],
      ${plainArray(inputs.map((input) => input.length))}::int[], ${column(({ flags }) => flags.join(','))}::text[],
      ${plainArray(ratings.map(({ holdReason }) => holdReason))}::text[], ${plain(({ netMinor }) => netMinor)}::bigint[],
      ${plain(({ taxMinor }) => taxMinor)}::bigint[], ${plain(({ grossMinor }) => grossMinor)}::bigint[],
      ${plainArray(ratings.map(({ journalId }) => journalId))}::uuid[]) with ordinality
      as n (id, account, session, revision, engine, tariff, client, station, currency, digits, start, bytes, flags, hold,
        net, tax, gross, journal, place)`.execute(tx)
}

/**
 * Adds the revenue of sessions of the demo, at their end and marked: nothing is booked for them, but reports show what they
 * would earn. A rating that replaces another one takes its place.
 */
export async function insertDemoRevenue(
  tx: Tx,
  ratings: readonly NewRating[],
  replacedIds: readonly string[],
): Promise<void> {
  if (replacedIds.length > 0) {
    const replaced = sql`is_demo and rating_id = any(${replacedIds}::uuid[])`
    // a statement of an owner does not change: what it contains is taken back, as it is for other sessions
    const stated = sql`exists (select from owner_shares s where s.entry_id = revenue_entries.id and s.statement_id is not null)`
    const old = sql`select id from revenue_entries where ${replaced} and not ${stated}`
    await sql`delete from owner_shares where is_demo and entry_id in (${old})`.execute(tx)
    await sql`delete from revenue_entries where id in (${old})`.execute(tx)
    await sql`
      insert into revenue_entries (account_id, rating_id, transaction_id, booked_at, day, station_id, site_id, network_id,
        client_id, owner_id, tariff_id, tariff_version_id, currency, digits, sessions, energy_wh, listed_minor, net_minor,
        tax_minor, commission_minor, is_demo)
      select account_id, rating_id, transaction_id, booked_at, day, station_id, site_id, network_id, client_id, owner_id,
        tariff_id, tariff_version_id, currency, digits, -sessions, -energy_wh, -listed_minor, -net_minor, -tax_minor,
        -commission_minor, true
      from revenue_entries where ${replaced} and ${stated}`.execute(tx)
  }
  const rows = ratings.flatMap(({ id, rated: { charges } }) => {
    const energy = charges.filter(({ service }) => service === 'ENERGY')
    return charges.length === 0
      ? []
      : {
          id,
          energy: energy.reduce((sum, { quantity }) => sum + quantity, 0),
          listed: charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
        }
  })
  if (rows.length === 0) return
  await sql`
    insert into revenue_entries (account_id, rating_id, transaction_id, booked_at, day, station_id, site_id, network_id,
      client_id, owner_id, tariff_id, tariff_version_id, currency, digits, sessions, energy_wh, listed_minor, net_minor,
      tax_minor, commission_minor, is_demo)
    select r.account_id, r.id, t.id, t.stopped_at,
      (t.stopped_at at time zone coalesce(s.time_zone, z.time_zone, 'UTC'))::date, s.id, z.id, z.network_id, r.client_id,
      coalesce(s.client_id, z.client_id), v.tariff_id, v.id, r.currency, r.digits, 1, n.energy, n.listed, r.net_minor,
      r.tax_minor, round(r.net_minor * v.commission_bp / 10000.0), true
    from json_to_recordset(${JSON.stringify(rows)}::json) as n (id uuid, energy bigint, listed bigint)
    join ratings r on r.id = n.id
    join transactions t on t.id = r.transaction_id
    join tariff_versions v on v.id = r.tariff_version_id
    join stations s on s.id = r.station_id
    left join sites z on z.id = s.site_id and z.state <> 'deleted'
    where r.client_id is not null and t.stopped_at is not null
    order by t.stopped_at, r.id`.execute(tx)
}

/** A charge that is added with its rating. */
export interface ChargeRow {
  id: string
  ratingId: string
  rated: Rated
  index: number
  state: 'processing' | 'proposed'
}

/** Adds charges of stored ratings, with account, session, station, client, currency and tariff of their rating. */
export async function insertCharges(tx: Tx, charges: readonly ChargeRow[], now: Date): Promise<void> {
  if (charges.length === 0) return
  const column = <T>(of: (charge: NewCharge, row: ChargeRow) => T) =>
    charges.map((row) => of(row.rated.charges[row.index]!, row))
  const plain = (of: (charge: NewCharge, row: ChargeRow) => string | number | null) => plainArray(column(of))
  // as arrays: PostgreSQL takes twice as long to read them as JSON; JSON has no line breaks, and in an array it would be quoted
  const parts = column((charge) => JSON.stringify(charge.parts)).join('\n')
  await sql`
    insert into charges (id, account_id, rating_id, transaction_id, station_id, client_id, service, quantity, unit, price,
      currency, digits, amount_minor, before_limit_minor, tax_included, tax_bp, tariff_version_id, label, parts, state,
      created_at, updated_at)
    select n.id, r.account_id, r.id, r.transaction_id, r.station_id, r.client_id, n.service, n.quantity, n.unit, n.price,
      r.currency, r.digits, n.amount, n.before, n.included, n.bp, r.tariff_version_id, n.label, n.parts::jsonb, n.state,
      ${now}, ${now}
    from unnest(${plain((_, { id }) => id)}::uuid[], ${plain((_, { ratingId }) => ratingId)}::uuid[],
      ${plain(({ service }) => service)}::text[], ${plain(({ quantity }) => quantity)}::bigint[],
      ${plain(({ unit }) => unit)}::text[], ${plain(({ price }) => price)}::text[],
      ${plain(({ amountMinor }) => amountMinor)}::bigint[],
      ${plain(({ beforeLimitMinor }) => beforeLimitMinor)}::bigint[],
      ${plain((_, { rated }) => String(rated.isTaxIncluded))}::boolean[], ${plain(({ taxBp }) => taxBp)}::int[],
      ${column((_, { rated }) => rated.session.label)}::text[], string_to_array(${parts}, E'\\n'),
      ${plain((_, { state }) => state)}::text[])
      as n (id, rating, service, quantity, unit, price, amount, before, included, bp, label, parts, state)
    join ratings r on r.id = n.rating`.execute(tx)
}

/** Adds proposed charges that take back the charges of an invoiced rating, with their original amounts. */
export async function insertReversals(
  tx: Tx,
  reversals: readonly { ratingId: string; of: string }[],
  now: Date,
): Promise<void> {
  if (reversals.length === 0) return
  await sql`
    insert into charges (id, account_id, rating_id, transaction_id, station_id, client_id, service, quantity, unit, price,
      currency, digits, amount_minor, before_limit_minor, tax_included, tax_bp, tariff_version_id, label, parts, state,
      reverses_id, created_at, updated_at)
    select gen_random_uuid(), c.account_id, n.rating, c.transaction_id, c.station_id, c.client_id, c.service, -c.quantity,
      c.unit, c.price, c.currency, c.digits, -c.amount_minor, -c.before_limit_minor, c.tax_included, c.tax_bp,
      c.tariff_version_id, c.label, '[]', 'proposed', c.id, ${now}, ${now}
    from unnest(${reversals.map(({ ratingId }) => ratingId)}::uuid[], ${reversals.map(({ of }) => of)}::uuid[])
      as n (rating, old)
    join ratings o on o.id = n.old
    join charges c on c.transaction_id = o.transaction_id and c.rating_id = o.id
      and c.state in ('processing', 'succeeded') and c.reverses_id is null
    where not exists (select from charges x where x.reverses_id = c.id and x.state <> 'cancelled')`.execute(
    tx,
  )
}
