import type { AnswerOf, connectionAttemptList } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'

/** Attempts of one flush that differ in nothing but their time. */
export interface CountedAttempt {
  id: string
  accountCode: string | null
  accountId: string | null
  stationId: string | null
  identity: string
  address: string
  username: string | null
  path: string
  reason: string
  count: number
  first: string
  last: string
}

/** Maximum numbers of rows; those repeated longest ago are removed first. */
const maxAttempts = {
  perStation: 20,
  /** With identities that belong to no station of the account. */
  perAccount: 200,
  /** With addresses that name no account. */
  withoutAccount: 1_000,
}

// The station and the account are looked up again, because a station may have been removed since. If the
// handshake had neither, they are looked up by the address; for the short address only if it is unambiguous.
// Once a station has connected, its further attempts are counted from zero.
const isResolved = '(select s.last_seen_at from stations s where s.id = c.station_id) > c.last_at'

const insertText = `
with given as (
  select * from json_to_recordset($1::json) as x(id uuid, "accountCode" text, "accountId" uuid, "stationId" uuid,
    identity text, address text, username text, path text, reason text, count int, first timestamptz, last timestamptz)
), placed as (
  select x.*, coalesce(s.account_id, given_account.id, a.id) as account_id, s.id as station_id
  from given x
  left join accounts given_account on given_account.id = x."accountId"
  left join accounts a on a.code = x."accountCode"
  left join lateral (
    select min(c.id::text)::uuid as id, min(c.account_id::text)::uuid as account_id from (
      select k.id, k.account_id from stations k where k.id = x."stationId"
      union all
      (select k.id, k.account_id from stations k
      where x."stationId" is null and x."accountId" is null and x.reason <> 'wrong_account' and k.identity = x.identity
        and k.state <> 'deleted' and (x."accountCode" is null or k.account_id = a.id)
      limit 2)) c
    having count(*) = 1) s on true
), joined as (
  select (array_agg(id))[1] as id, account_id, station_id, identity, address, reason, sum(count) as count,
    min(first) as first, max(last) as last,
    (array_agg(username order by last desc))[1] as username, (array_agg(path order by last desc))[1] as path
  from placed group by account_id, station_id, identity, address, reason
)
insert into connection_attempts as c (id, account_id, station_id, identity, address, reason, count, first_at, last_at,
  username, path)
select id, account_id, station_id, identity, address, reason, count, first, last, username, path from joined
order by account_id, station_id, identity, address, reason
on conflict (account_id, station_id, identity, address, reason) do update set
  count = case when ${isResolved} then excluded.count else c.count + excluded.count end,
  first_at = case when ${isResolved} then excluded.first_at else c.first_at end,
  last_at = greatest(c.last_at, excluded.last_at), username = excluded.username, path = excluded.path
returning account_id as "accountId", station_id as "stationId"`

const pruneText = (of: string, where: string) => `
delete from connection_attempts where id in (
  select id from (
    select id, row_number() over (partition by ${of} order by last_at desc, id desc) as place
    from connection_attempts where ${where}) ranked
  where place > $1)`

const pruneStations = pruneText('station_id', 'station_id = any($2::uuid[])')
const pruneAccounts = pruneText('account_id', 'station_id is null and account_id = any($2::uuid[])')
const pruneOthers = pruneText('account_id', 'account_id is null')

export interface Placed {
  accountId: string | null
  stationId: string | null
}

/**
 * Adds attempts to their rows and removes the oldest rows beyond the limits. Returns the accounts of the
 * written rows. Does not wait for the disk: a crash of the database may lose the attempts of its last
 * moments.
 */
export async function writeAttempts(
  pool: Pool,
  attempts: readonly CountedAttempt[],
  publish: (client: PoolClient, placed: readonly Placed[]) => Promise<void>,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin; set local synchronous_commit = off')
    const { rows } = await client.query<Placed>(insertText, [JSON.stringify(attempts)])
    const stations = idsOf(rows.map(({ stationId }) => stationId))
    const accounts = idsOf(rows.map(({ stationId, accountId }) => (stationId ? null : accountId)))
    if (stations.length > 0) await client.query(pruneStations, [maxAttempts.perStation, stations])
    if (accounts.length > 0) await client.query(pruneAccounts, [maxAttempts.perAccount, accounts])
    if (rows.some(({ accountId }) => accountId === null))
      await client.query(pruneOthers, [maxAttempts.withoutAccount])
    await publish(client, rows)
    await client.query('commit')
    client.release()
  } catch (error) {
    await client.query('rollback').catch(() => {})
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

const idsOf = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
]

export async function removeOldAttempts(pool: Pool, before: Date): Promise<void> {
  await pool.query('delete from connection_attempts where last_at < $1', [before])
}

type Shown = AnswerOf<typeof connectionAttemptList>[number]

// the station of an attempt may have been added after it
const station = sql`left join stations known on known.id = c.station_id
  left join stations added on c.station_id is null and added.account_id = c.account_id
    and added.identity = c.identity and added.state <> 'deleted'
  cross join lateral (select coalesce(known.id, added.id) as id,
    coalesce(known.last_seen_at, added.last_seen_at) as last_seen_at) s`

export const connectionAttemptSource: ListSource<Shown> = {
  from: sql`connection_attempts c left join accounts a on a.id = c.account_id ${station}`,
  columns: {
    id: column.id('c.id'),
    accountid: column.id('c.account_id', 'nullable'),
    accountcode: column.text('a.code', 'nullable'),
    stationid: column.id('s.id', 'nullable'),
    identity: column.text('c.identity'),
    address: column.text('c.address'),
    username: column.text('c.username', 'nullable'),
    path: column.text('c.path'),
    reason: column.text('c.reason'),
    count: column.integer('c.count'),
    first: column.instant('c.first_at'),
    last: column.instant('c.last_at'),
    resolved: column.boolean(sql`coalesce(s.last_seen_at > c.last_at, false)`),
  },
  key: 'id',
  order: ['last DESC', 'id DESC'],
  visible: ofAccount('c.account_id', { charge_point: 's.id' }),
}

/** Stations per account whose operators are notified within a day. */
const maxPerAccount = 20

/**
 * Marks the station as notified now. Null if its operators were notified within the last day, or of too many
 * stations.
 */
export async function claimNotice(
  db: Db,
  stationId: string,
  now: Date,
): Promise<{ accountId: string; identity: string } | null> {
  const aDayAgo = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ accountId: string; identity: string }>`
    update stations s set rejection_notice_at = ${now}
    where s.id = ${stationId} and s.state <> 'deleted'
      and (s.rejection_notice_at is null or s.rejection_notice_at < ${aDayAgo})
      and (select count(*) from stations o where o.account_id = s.account_id and o.rejection_notice_at >= ${aDayAgo})
        < ${maxPerAccount}
    returning s.account_id as "accountId", s.identity`.execute(db)
  return rows[0] ?? null
}
