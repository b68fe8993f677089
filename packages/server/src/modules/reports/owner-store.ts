import type { OwnerStatement } from '@stationmaster/contract'
import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Scope } from '../../shared/scope.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Share of an owner that is not booked yet. */
export interface UnbookedShare {
  entryId: string
  accountId: string
  ownerId: string
  currency: string
  netMinor: number
  commissionMinor: number
  bookedAt: Date
}

/** Takes shares that are not booked; those that another process takes are left out. */
export async function takeUnbooked(tx: Tx, most: number): Promise<UnbookedShare[]> {
  const { rows } = await sql<UnbookedShare>`select s.entry_id as "entryId", s.account_id as "accountId",
      s.owner_id as "ownerId", s.currency, s.net_minor as "netMinor", s.commission_minor as "commissionMinor",
      e.booked_at as "bookedAt"
    from owner_shares s join revenue_entries e on e.id = s.entry_id
    where not s.is_booked order by s.entry_id limit ${most} for update of s skip locked`.execute(tx)
  return rows
}

export const markBooked = (tx: Tx, entryIds: readonly string[]) =>
  sql`update owner_shares set is_booked = true where entry_id = any(${entryIds}::uuid[])`.execute(tx)

/** Sums of booked shares that no statement contains. */
export interface OpenShares {
  accountId: string
  ownerId: string
  currency: string
  digits: number
  sessions: number
  energyWh: number
  netMinor: number
  commissionMinor: number
  isDemo: boolean
  entryIds: string[]
}

interface OpenSharesOf {
  /** Null: all accounts. */
  accountId: string | null
  /** Exclusive. */
  until: string
  most: number
}

/** Returns and locks the booked shares until a day by owner and currency; those of the demo apart. */
export async function openShares(tx: Tx, { accountId, until, most }: OpenSharesOf): Promise<OpenShares[]> {
  const { rows } = await sql<OpenShares>`
    with open as (select * from owner_shares s where s.statement_id is null and s.is_booked and s.day < ${until}::date
      ${accountId === null ? sql`` : sql`and s.account_id = ${accountId}`} for update)
    select account_id as "accountId", owner_id as "ownerId", currency, digits, is_demo as "isDemo",
      sum(sessions)::int as sessions, sum(energy_wh)::bigint as "energyWh", sum(net_minor)::bigint as "netMinor",
      sum(commission_minor)::bigint as "commissionMinor", array_agg(entry_id) as "entryIds"
    from open group by 1, 2, 3, 4, 5 order by 1, 2, 3, 5 limit ${most}`.execute(tx)
  return rows
}

/** Adds a statement with its shares; returns null if the owner has one of this month. */
export async function insertStatement(
  tx: Tx,
  { entryIds, ...of }: OpenShares,
  { month, now }: { month: string; now: Date },
): Promise<string | null> {
  const id = newId(now.getTime())
  const { rows } = await sql<{ id: string }>`
    insert into owner_statements (id, account_id, owner_id, month, code, currency, digits, sessions, energy_wh, net_minor,
      commission_minor, share_minor, is_demo, created_at, document_due_at)
    select ${id}, ${of.accountId}, c.id, ${month}::date,
      concat_ws('-', case when ${of.isDemo} then 'TRIAL' end, c.code, to_char(${month}::date, 'YYYYMM'), ${of.currency}::text),
      ${of.currency}, ${of.digits}, ${of.sessions}, ${of.energyWh}, ${of.netMinor}, ${of.commissionMinor},
      ${of.netMinor - of.commissionMinor}, ${of.isDemo}, ${now}, ${now}
    from clients c where c.id = ${of.ownerId} on conflict do nothing returning id`.execute(tx)
  if (rows.length === 0) return null
  await sql`update owner_shares set statement_id = ${id} where entry_id = any(${entryIds}::uuid[])`.execute(
    tx,
  )
  return id
}

const visible = ofAccount('s.account_id', { client: 's.owner_id' })

const amount = (minor: string) => sql`round(${sql.ref(minor)} / 10::numeric ^ s.digits, s.digits)::text`
const instant = (name: string) =>
  sql`to_char(${sql.ref(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const shown = sql`s.id, s.code, s.month::text as month, s.owner_id as ownerid, c.code as ownercode, c.name as ownername,
  s.is_demo as demo, s.currency, s.sessions, s.energy_wh as energy, ${amount('s.net_minor')} as net,
  ${amount('s.commission_minor')} as commission, ${amount('s.share_minor')} as share, s.state as statecode,
  case when s.state = 'paid' then s.iban else b.iban end as iban,
  case when s.state = 'paid' then s.holder else b.holder end as holder, ${instant('s.paid_at')} as paid,
  ${instant('s.created_at')} as created`
const tables = sql`owner_statements s join clients c on c.id = s.owner_id left join owner_banks b on b.owner_id = s.owner_id`

export interface StatementFilter {
  owner?: string | undefined
  month?: string | undefined
  statecode?: string | undefined
  after?: string | undefined
  most: number
}

/** Returns statements that the viewer may see, newest first. */
export async function listStatements(
  db: Db,
  scope: Scope,
  { owner, month, statecode, after, most }: StatementFilter,
): Promise<OwnerStatement[]> {
  const { rows } = await sql<OwnerStatement>`select ${shown} from ${tables}
    where (${visible(scope)}) ${owner === undefined ? sql`` : sql`and s.owner_id = ${owner}`}
      ${month === undefined ? sql`` : sql`and s.month = ${`${month}-01`}::date`}
      ${statecode === undefined ? sql`` : sql`and s.state = ${statecode}`}
      ${
        after === undefined
          ? sql``
          : sql`and (s.month, s.id) < (select x.month, x.id from owner_statements x where x.id = ${after}
              and x.account_id = s.account_id)`
      }
    order by s.month desc, s.id desc limit ${most}`.execute(db)
  return rows
}

export async function findStatement(db: Db, scope: Scope, id: string): Promise<OwnerStatement | null> {
  const { rows } = await sql<OwnerStatement>`select ${shown} from ${tables}
    where s.id = ${id} and (${visible(scope)})`.execute(db)
  return rows[0] ?? null
}

export interface StatementLine
  extends Pick<OwnerStatement, 'sessions' | 'energy' | 'net' | 'commission' | 'share'> {
  stationid: string
  identity: string | null
  sitename: string | null
}

/** Returns the sums of a statement by station, the largest first. */
export async function linesOfStatement(db: Db, id: string): Promise<StatementLine[]> {
  const { rows } = await sql<StatementLine>`
    select s.station_id as stationid, t.identity, z.label as sitename, s.sessions, s.energy_wh as energy,
      ${amount('s.net_minor')} as net, ${amount('s.commission_minor')} as commission, ${amount('s.share_minor')} as share
    from (select station_id, digits, sum(sessions)::int as sessions, sum(energy_wh)::bigint as energy_wh,
        sum(net_minor) as net_minor, sum(commission_minor) as commission_minor,
        sum(net_minor - commission_minor) as share_minor
      from owner_shares where statement_id = ${id} group by station_id, digits) s
    left join stations t on t.id = s.station_id left join sites z on z.id = t.site_id
    order by s.share_minor desc, t.identity`.execute(db)
  return rows
}

export interface LockedStatement {
  accountId: string
  ownerId: string
  code: string
  currency: string
  shareMinor: number
  state: 'open' | 'paid'
  isDemo: boolean
  iban: string | null
  holder: string | null
}

/** Returns and locks a statement that the viewer may see, with the bank account of its owner. */
export async function lockStatement(tx: Tx, scope: Scope, id: string): Promise<LockedStatement | null> {
  const { rows } =
    await sql<LockedStatement>`select s.account_id as "accountId", s.owner_id as "ownerId", s.code, s.currency,
      s.share_minor as "shareMinor", s.state, s.is_demo as "isDemo", b.iban, b.holder
    from owner_statements s left join owner_banks b on b.owner_id = s.owner_id
    where s.id = ${id} and (${visible(scope)}) for update of s`.execute(tx)
  return rows[0] ?? null
}

export const storePaid = (
  tx: Tx,
  id: string,
  { iban, holder, now }: { iban: string; holder: string; now: Date },
) =>
  sql`update owner_statements set state = 'paid', iban = ${iban}, holder = ${holder}, paid_at = ${now}
    where id = ${id}`.execute(tx)

export const storeBank = (
  tx: Tx,
  { accountId, ownerId, iban, holder }: { accountId: string; ownerId: string; iban: string; holder: string },
) =>
  sql`insert into owner_banks (owner_id, account_id, iban, holder) values (${ownerId}, ${accountId}, ${iban}, ${holder})
    on conflict (owner_id) do update set iban = excluded.iban, holder = excluded.holder, updated_at = now()`.execute(
    tx,
  )

export async function findBank(tx: Tx, ownerId: string): Promise<{ iban: string; holder: string } | null> {
  const { rows } = await sql<{ iban: string; holder: string }>`select iban, holder from owner_banks
    where owner_id = ${ownerId}`.execute(tx)
  return rows[0] ?? null
}

/** Statement whose document is to be rendered. */
export interface UndocumentedStatement {
  id: string
  accountId: string
  ownerId: string
  code: string
  month: string
  currency: string
  /** Day of its creation, in UTC. */
  createdOn: string
  isDemo: boolean
  sessions: number
  energyWh: number
  netMinor: number
  commissionMinor: number
  shareMinor: number
}

/** Returns statements whose documents are due, those that wait longest first. */
export async function statementsWithoutDocument(
  db: Db,
  { now, most }: { now: Date; most: number },
): Promise<UndocumentedStatement[]> {
  const { rows } =
    await sql<UndocumentedStatement>`select s.id, s.account_id as "accountId", s.owner_id as "ownerId",
      s.code, s.month::text as month, s.currency, (s.created_at at time zone 'UTC')::date::text as "createdOn",
      s.is_demo as "isDemo", s.sessions, s.energy_wh as "energyWh", s.net_minor as "netMinor",
      s.commission_minor as "commissionMinor", s.share_minor as "shareMinor"
    from owner_statements s where s.document_due_at <= ${now}
    order by s.document_due_at, s.id limit ${most}`.execute(db)
  return rows
}

/** Stores when the document of a statement is rendered again; null: it exists. */
export const setDocumentDue = (db: Db, id: string, at: Date | null) =>
  sql`update owner_statements set document_due_at = ${at} where id = ${id}`.execute(db)

/** Removes the revenue of the demo, the shares in it and their statements. */
export const demoRevenueRemovals = [
  sql`delete from owner_shares where is_demo`,
  sql`delete from documents where statement_id in (select id from owner_statements where is_demo)`,
  sql`delete from owner_statements where is_demo`,
  sql`delete from revenue_entries where is_demo`,
]
