import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'
import { placeNameOfStation, stateType } from '../stations/index.ts'

/** EVSE of a label, with the settings of its operator. */
export interface CodeRow {
  evseId: string
  accountId: string
  stationId: string
  siteId: string | null
  operator: string
  isEnabled: boolean
  currency: string
  amounts: number[]
  phone: string | null
  clientId: string | null
  isDemo: boolean
}

const codeColumns = sql`e.id as "evseId", s.account_id as "accountId", s.id as "stationId", s.site_id as "siteId",
  a.name as operator, coalesce(o.is_enabled, false) as "isEnabled", coalesce(o.currency, 'EUR') as currency,
  coalesce(o.amounts, '{}')::float8[] as amounts, o.phone, o.client_id as "clientId", s.is_demo as "isDemo"`
const codeTables = sql`evses e join stations s on s.id = e.station_id join accounts a on a.id = s.account_id
  left join guest_settings o on o.account_id = s.account_id`

/** Returns the EVSE whose valid code has this hash. */
export async function findCode(db: Db, hash: Buffer): Promise<CodeRow | null> {
  const { rows } =
    await sql<CodeRow>`select ${codeColumns} from guest_codes c join ${codeTables} on e.id = c.evse_id
    where c.hash = ${hash}`.execute(db)
  return rows[0] ?? null
}

/** Returns the same of an EVSE, whatever its code. */
export async function findEvse(db: Db, evseId: string): Promise<CodeRow | null> {
  const { rows } =
    await sql<CodeRow>`select ${codeColumns} from ${codeTables} where e.id = ${evseId}`.execute(db)
  return rows[0] ?? null
}

/** Notes that a label was reported; false if it was within the last hour. */
export async function noteReport(tx: Tx, evseId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`update guest_codes set reported_at = ${now} where evse_id = ${evseId}
    and (reported_at is null or reported_at <= ${now}::timestamptz - interval '1 hour') returning evse_id`.execute(
    tx,
  )
  return rows.length === 1
}

/** Connector that gets a label. */
export interface LabelRow {
  evseId: string
  stationId: string
  no: number
  publicNo: number
  operatorId: string | null
  operator: string
  place: string
  station: string | null
  phone: string | null
}

const isLabelled = sql`s.type = 'public' and ${stateType('charge_point', sql`s.state`)} = 'enabled' and e.evse_no > 0
  and e.is_announced and ${stateType('connector', sql`e.state`)} = 'enabled'`

/** Returns the connectors of public stations of an account, all or those of some stations or of a site. */
export async function readLabels(
  db: Db,
  {
    accountId,
    stations,
    site,
    most,
  }: { accountId: string; stations?: readonly string[]; site?: string; most: number },
): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`
    select e.id as "evseId", s.id as "stationId", e.evse_no as no, s.public_no as "publicNo", a.operator_id as "operatorId", a.name as operator,
      ${sql.raw(placeNameOfStation)} as place, s.label as station, o.phone
    from stations s join evses e on e.station_id = s.id join accounts a on a.id = s.account_id
    left join sites z on z.id = s.site_id and z.state <> 'deleted'
    left join guest_settings o on o.account_id = s.account_id
    where s.account_id = ${accountId} and ${isLabelled}
      and ${stations === undefined ? sql`true` : sql`s.id = any(${stations}::uuid[])`}
      and ${site === undefined ? sql`true` : sql`s.site_id = ${site}`}
    order by place, s.public_no, e.evse_no limit ${most}`.execute(db)
  return rows
}

/** Returns the versions of the codes of EVSEs by their ids. */
export async function codeVersions(tx: Tx, evseIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; version: number }>`select evse_id as id, version_no as version
    from guest_codes where evse_id = any(${evseIds}::uuid[]) for update`.execute(tx)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Stores the code of an EVSE, instead of its earlier one. */
export const storeCode = (
  tx: Tx,
  {
    evseId,
    accountId,
    version,
    hash,
    now,
  }: { evseId: string; accountId: string; version: number; hash: Buffer; now: Date },
) =>
  sql`insert into guest_codes (evse_id, account_id, version_no, hash, created_at)
    values (${evseId}, ${accountId}, ${version}, ${hash}, ${now})
    on conflict (evse_id) do update set version_no = excluded.version_no, hash = excluded.hash, renewed_at = ${now},
      reported_at = null where guest_codes.version_no < excluded.version_no`.execute(tx)

/** Returns the number of connectors of public stations of an account, and of those with a code. */
export async function countCodes(db: Db, accountId: string): Promise<{ connectors: number; codes: number }> {
  const { rows } = await sql<{ connectors: number; codes: number }>`
    select count(*)::int as connectors, count(c.evse_id)::int as codes
    from stations s join evses e on e.station_id = s.id left join guest_codes c on c.evse_id = e.id
    where s.account_id = ${accountId} and ${isLabelled}`.execute(db)
  return rows[0]!
}

/** A station whose codes are renewed. */
interface LabelledStation {
  label: string
  isPublic: boolean
  evses: string[]
}

/** Returns a station of an account with its connectors that have a code. */
export async function findLabelledStation(
  db: Db,
  { accountId, id }: { accountId: string; id: string },
): Promise<LabelledStation | null> {
  const { rows } = await sql<LabelledStation>`
    select coalesce(s.label, s.identity) as label, s.type = 'public' as "isPublic",
      array(select c.evse_id from guest_codes c join evses e on e.id = c.evse_id where e.station_id = s.id)::text[] as evses
    from stations s where s.id = ${id} and s.account_id = ${accountId} and s.state <> 'deleted'`.execute(db)
  return rows[0] ?? null
}
