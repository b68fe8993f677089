import { sql } from 'kysely'
import { clientOfCardAt } from '../../storage/client-of-card.ts'
import type { Db } from '../../storage/transaction.ts'
import type { Candidate, ModeRange } from './select.ts'

/** Site of `stations s`, as `z`; a deleted site does not count. */
const siteOfStation = sql`left join sites z on z.id = s.site_id and z.state <> 'deleted'`

/** Network of `stations s` at site `z`. */
const networkOfStation = sql`coalesce(z.network_id, case when z.id is null and s.network_name is not null then (select n.id from reference_rows n
  where n.kind = 'network' and n.name = s.network_name limit 1) end)`

/** Returns the charging modes in the order of their power. */
export async function readModes(db: Db): Promise<ModeRange[]> {
  const { rows } = await sql<ModeRange>`select r.code, (r.fields ->> 'minpower')::float8 as "minPower",
      (r.fields ->> 'maxpower')::float8 as "maxPower"
    from reference_rows r where r.kind = 'mode' and r.code in ('slow', 'standard', 'fast', 'ultra')
    order by (r.fields ->> 'minpower')::float8 nulls first, r.code`.execute(db)
  return rows
}

export const candidateColumns = sql`v.id as "versionId", v.tariff_id as "tariffId", v.type, v.client_id as "clientId",
  v.group_id as "groupId", v.network_id as "networkId", v.mode, v.currency, v.valid_from as "validFrom",
  v.valid_to as "validTo"`

interface CandidatesOf {
  accounts: readonly string[]
  clients?: readonly string[]
  groups?: readonly string[]
  /** Instants at which sessions started. */
  from: Date
  to: Date
}

/** Returns the versions that can apply to sessions of a period, in one query. */
export async function readCandidates(
  db: Db,
  { accounts, clients = [], groups = [], from, to }: CandidatesOf,
): Promise<(Candidate & { accountId: string })[]> {
  const isValid = sql`v.state <> 'draft' and v.valid_from <= ${to} and (v.valid_to is null or v.valid_to > ${from})`
  const part = (where: ReturnType<typeof sql>) =>
    sql`select v.account_id as "accountId", ${candidateColumns} from tariff_versions v where ${isValid} and ${where}`
  const parts = [
    part(
      sql`v.account_id = any(${accounts}::uuid[]) and v.client_id is null and v.group_id is null and v.state <> 'draft'`,
    ),
  ]
  if (clients.length > 0) parts.push(part(sql`v.client_id = any(${clients}::uuid[])`))
  if (groups.length > 0) parts.push(part(sql`v.group_id = any(${groups}::uuid[])`))
  const { rows } = await sql<Candidate & { accountId: string }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
  )
  return rows
}

/** A connector as tariffs distinguish it. */
export interface ConnectorPlace {
  accountId: string
  stationId: string
  identity: string
  evseNo: number | null
  mode: string | null
  powerW: number | null
  networkId: string | null
}

const placeColumns = sql`s.account_id as "accountId", s.id as "stationId", s.identity, e.evse_no as "evseNo", e.mode,
  e.max_power_w as "powerW", ${networkOfStation} as "networkId"`

/** Returns the connectors of public stations with at least this power, in order. */
export async function readConnectors(
  db: Db,
  { accounts, minPowerW }: { accounts: readonly string[]; minPowerW: number },
): Promise<ConnectorPlace[]> {
  const { rows } = await sql<ConnectorPlace>`select ${placeColumns}
    from stations s join evses e on e.station_id = s.id ${siteOfStation}
    where s.account_id = any(${accounts}::uuid[]) and s.state <> 'deleted' and s.type <> 'private'
      and e.evse_no > 0 and e.state <> 'deleted'
      ${minPowerW > 0 ? sql`and e.max_power_w >= ${minPowerW}` : sql``}
    order by s.identity, e.evse_no`.execute(db)
  return rows
}

/** Returns a connector of a station; without a number one of which only the station is known. */
export async function readConnector(
  db: Db,
  { stationId, evseNo }: { stationId: string; evseNo: number | null },
): Promise<ConnectorPlace | null> {
  const { rows } = await sql<ConnectorPlace>`select ${placeColumns}
    from stations s left join evses e on e.station_id = s.id and e.evse_no = ${evseNo} ${siteOfStation}
    where s.id = ${stationId}`.execute(db)
  return rows[0] ?? null
}

/** A session with what decides about its tariff. */
export interface SessionFacts {
  transactionId: string
  accountId: string
  at: Date
  clientId: string | null
  groupId: string | null
  networkId: string | null
  mode: string | null
  powerW: number | null
  clientCurrency: string | null
  accountCurrency: string
}

/** Group of client `c` at a time. */
const groupAt = (at: ReturnType<typeof sql>) => sql`(select m.group_id from client_group_members m
  where m.client_id = c.id and m.since <= ${at} and (m.until is null or m.until > ${at}) limit 1)`

/** Reads what decides about the tariffs of sessions. The client is that of the card at the start. */
export async function readSessions(db: Db, ids: readonly string[]): Promise<SessionFacts[]> {
  const { rows } = await sql<SessionFacts>`select t.id as "transactionId", t.account_id as "accountId",
      t.started_at as at, c.id as "clientId", ${groupAt(sql`t.started_at`)} as "groupId",
      ${networkOfStation} as "networkId", e.mode, e.max_power_w as "powerW", c.currency_code as "clientCurrency",
      a.currency_code as "accountCurrency"
    from transactions t join accounts a on a.id = t.account_id join stations s on s.id = t.station_id
    left join evses e on e.station_id = t.station_id and e.evse_no = t.evse_no
    left join cards k on k.id = t.card_id left join clients c on c.id = ${clientOfCardAt(sql`t.started_at`)} ${siteOfStation}
    where t.id = any(${ids}::uuid[])`.execute(db)
  return rows
}

/** Reads what decides about a session of a client, or without registration, of an account. */
export async function readClient(
  db: Db,
  { accountId, clientId, at }: { accountId: string; clientId: string | null; at: Date },
): Promise<Pick<SessionFacts, 'groupId' | 'clientCurrency' | 'accountCurrency'>> {
  const { rows } = await sql<Pick<SessionFacts, 'groupId' | 'clientCurrency' | 'accountCurrency'>>`
    select ${groupAt(sql`${at}::timestamptz`)} as "groupId", c.currency_code as "clientCurrency",
      a.currency_code as "accountCurrency"
    from accounts a left join clients c on c.id = ${clientId}::uuid where a.id = ${accountId}`.execute(db)
  return rows[0]!
}

/** Currencies in which a session can be charged, the preferred one first. */
export const currenciesOf = ({
  clientCurrency,
  accountCurrency,
}: Pick<SessionFacts, 'clientCurrency' | 'accountCurrency'>): string[] => [
  ...new Set([clientCurrency ?? accountCurrency, accountCurrency]),
]
