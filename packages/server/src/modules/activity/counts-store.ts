import { type RawBuilder, sql } from 'kysely'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { run } from '../../storage/list/list-source.ts'
import type { Db } from '../../storage/transaction.ts'
import { halfHourMs } from './counted-parts.ts'

/** Half hours between the end of one and its count, in which its events are stored, also by a server whose clock is behind. */
const countingDelay = 2
/** Maximum number of half hours that one statement counts. */
const maxCounted = 48 * 14

/** Returns the id of the first event of a half hour. */
const firstId = (halfHour: RawBuilder<unknown>) => sql`((${halfHour})::bigint * ${halfHourMs}::bigint << 20)`

/**
 * Counts the events of past half hours by account and kind, and removes the counts of events that are no longer stored.
 */
export async function countEvents(db: Db): Promise<void> {
  while (await countNext(db));
  await sql`
    delete from activity_counts where half_hour < coalesce(
      (select ((min(id) >> 20) / ${halfHourMs}::bigint)::int from activity), ${2 ** 31 - 1}::int)`.execute(db)
}

/** Counts the next half hours; returns false if none was left. */
async function countNext(db: Db): Promise<boolean> {
  const { rows } = await sql<{ until: number }>`
    with known as materialized (
      select coalesce((select until from activity_counted for update),
          (select ((min(id) >> 20) / ${halfHourMs}::bigint)::int from activity)) as first,
        floor(extract(epoch from now()) * 1000 / ${halfHourMs})::int - ${countingDelay}::int as until),
    next as materialized (
      select first, least(until, first + ${maxCounted}) as until from known where first < until),
    counted as (
      insert into activity_counts (account_id, half_hour, kind, events)
      select a.account_id, ((a.id >> 20) / ${halfHourMs}::bigint)::int, a.kind, count(*)
      from activity a
      where a.id >= (select ${firstId(sql`first`)} from next) and a.id < (select ${firstId(sql`until`)} from next)
      group by 1, 2, 3
      on conflict (account_id, half_hour, kind) do update set events = excluded.events)
    insert into activity_counted (until) select until from next
    on conflict (only_row) do update set until = excluded.until
    returning until`.execute(db)
  return rows.length > 0
}

/** Returns the first half hour that is not counted yet; 0 if none is counted. */
export async function countedUntil(db: Db): Promise<number | Refusal> {
  const rows = await run<{ until: number }>(db, sql`select until from activity_counted`)
  return isRefusal(rows) ? rows : (rows[0]?.until ?? 0)
}

/** Returns true if a viewer sees all events of the account, or of all accounts. */
export const seesAllEvents = ({ isAdmin, clientId, exceptions }: Scope): boolean =>
  isAdmin ||
  (clientId === null &&
    ['charge_point', 'card'].every((classCode) => (exceptions?.(classCode)?.ids.length ?? 0) === 0))

/** Returns the counts of half hours as rows `half_hour`, `kind`, `events`. */
export const countsOf = (
  scope: Scope,
  { from, until, except }: { from: number; until: number; except: readonly number[] },
): RawBuilder<unknown> => sql`
  select c.half_hour, c.kind, c.events from activity_counts c
  where ${scope.isAdmin ? sql`c.account_id in (select id from accounts)` : sql`c.account_id = ${scope.accountId}`}
    and c.half_hour >= ${from}::int and c.half_hour < ${until}::int and c.half_hour <> all(${except}::int[])`

const halfHourOf = (id: RawBuilder<unknown>) => sql`((${id} >> 20) / ${halfHourMs}::bigint)::int`

/**
 * Adds events of the past, with the counts of half hours that are counted already. `rows` selects `at`, `account_id`,
 * `kind`, `station_id`, `evse_no`, `transaction_number`, `card_id`, `id_tag` and `details`.
 */
export async function addPastEvents(db: Db, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    with added as (
      insert into activity (id, at, account_id, kind, station_id, evse_no, transaction_number, card_id, id_tag, details)
      select activity_id(at), at, account_id, kind, station_id, evse_no, transaction_number, card_id, id_tag, details
      from (${rows}) x
      returning id, account_id, kind)
    insert into activity_counts (account_id, half_hour, kind, events)
    select account_id, ${halfHourOf(sql`id`)}, kind, count(*) from added
    where ${halfHourOf(sql`id`)} < (select until from activity_counted)
    group by 1, 2, 3
    on conflict (account_id, half_hour, kind) do update set events = activity_counts.events + excluded.events`.execute(
    db,
  )
}

/** Removes the events of stations, which `ids` selects, and their counts. */
export const removeEvents = (ids: RawBuilder<unknown>) => sql`
  with removed as (
    delete from activity where station_id in ${ids} returning account_id, ${halfHourOf(sql`id`)} as half_hour, kind),
  numbers as (select account_id, half_hour, kind, count(*)::int as events from removed group by 1, 2, 3)
  update activity_counts c set events = greatest(0, c.events - n.events) from numbers n
  where c.account_id = n.account_id and c.half_hour = n.half_hour and c.kind = n.kind`
