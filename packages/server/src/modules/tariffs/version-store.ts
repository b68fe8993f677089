import type { TariffDefinition, TariffVersion } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { TariffSummary } from './summary.ts'

/** Shown as retired after the end of its validity. */
const shownState = sql`case when v.state = 'active' and v.valid_to <= now() then 'retired' else v.state end`

const instant = (name: string) =>
  sql`to_char(${sql.ref(`v.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Columns of `tariff_versions v` as in the contract. */
const shownColumns = sql`v.id, v.tariff_id as tariff, v.number, ${shownState} as statecode, v.definition, v.hash,
  case when tenant_client() is null then v.commission_bp end as commission,
  ${instant('valid_from')} as validfrom, ${instant('valid_to')} as validto, ${instant('activated_at')} as activated,
  (select u.username from users u where u.id = v.activated_by) as activatedby,
  ${instant('created_at')} as created, ${instant('updated_at')} as lastupdate, v.version_no`

/** Returns versions of a tariff, newest first; without drafts for users of a client. */
export async function listVersions(
  db: Db,
  tariffId: string,
  { before, most, isOfClient }: { before: number | undefined; most: number; isOfClient: boolean },
): Promise<TariffVersion[]> {
  const { rows } = await sql<TariffVersion>`select ${shownColumns} from tariff_versions v
    where v.tariff_id = ${tariffId} ${before === undefined ? sql`` : sql`and v.number < ${before}`}
      ${isOfClient ? sql`and v.state <> 'draft'` : sql``}
    order by v.number desc limit ${most}`.execute(db)
  return rows
}

/** Returns one version of a tariff as users see it. */
export async function showVersion(db: Db, id: string): Promise<TariffVersion> {
  const { rows } =
    await sql<TariffVersion>`select ${shownColumns} from tariff_versions v where v.id = ${id}`.execute(db)
  return rows[0]!
}

/** A version as rules need it. */
export interface StoredVersion {
  id: string
  number: number
  definition: TariffDefinition
  hash: string
  commission_bp: number
  version_no: number
}

const findVersion = async (db: Db, where: RawBuilder<unknown>): Promise<StoredVersion | null> =>
  (
    await sql<StoredVersion>`select v.id, v.number, v.definition, v.hash, v.commission_bp, v.version_no
      from tariff_versions v where ${where}`.execute(db)
  ).rows[0] ?? null

export const findDraft = (db: Db, tariffId: string): Promise<StoredVersion | null> =>
  findVersion(db, sql`v.tariff_id = ${tariffId} and v.state = 'draft'`)

/** Returns a version by its number; without one the newest. */
export const findNumbered = (
  db: Db,
  tariffId: string,
  number: number | undefined,
): Promise<StoredVersion | null> =>
  findVersion(
    db,
    sql`v.tariff_id = ${tariffId} ${number === undefined ? sql`` : sql`and v.number = ${number}`}
      order by v.number desc limit 1`,
  )

/** Returns the version that is valid now, otherwise the newest. */
export const findCurrent = (db: Db, tariffId: string): Promise<StoredVersion | null> =>
  findVersion(
    db,
    sql`v.tariff_id = ${tariffId} order by
      (v.state <> 'draft' and v.valid_from <= now() and (v.valid_to is null or now() < v.valid_to)) desc, v.number desc
      limit 1`,
  )

export interface DraftContent extends TariffSummary {
  definition: TariffDefinition
  hash: string
  commission_bp: number
}

const contentColumns = ({ definition, ...rest }: DraftContent) => ({
  ...rest,
  definition: JSON.stringify(definition),
})

/** Adds the draft of a tariff with the next number. */
export async function insertDraft(
  tx: Tx,
  { id, tariffId, accountId, now }: { id: string; tariffId: string; accountId: string; now: Date },
  content: DraftContent,
): Promise<void> {
  await tx
    .insertInto('tariff_versions')
    .values((eb) => ({
      id,
      account_id: accountId,
      tariff_id: tariffId,
      number: eb
        .selectFrom('tariff_versions')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('tariff_id', '=', tariffId),
      ...contentColumns(content),
      created_at: now,
      updated_at: now,
    }))
    .execute()
}

export async function updateDraft(
  tx: Tx,
  id: string,
  { content, now }: { content: DraftContent; now: Date },
) {
  await tx
    .updateTable('tariff_versions')
    .set((eb) => ({ ...contentColumns(content), version_no: eb('version_no', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
}

export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('tariff_versions').where('id', '=', id).execute()
}

/** A tariff with what it is limited to. */
export interface StoredTariff {
  id: string
  account_id: string
  state: string
  type: string
  code: string
  client_id: string | null
  group_id: string | null
  network_id: string | null
  mode: string | null
  currency: string
}

export async function findTariff(db: Db, id: string): Promise<StoredTariff> {
  return db
    .selectFrom('tariffs')
    .select([
      'id',
      'account_id',
      'state',
      'type',
      'code',
      'client_id',
      'group_id',
      'network_id',
      'mode',
      'currency',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Period of validity; `to` is exclusive, null: open. */
export interface Validity {
  from: Date
  to: Date | null
}

/** Returns the number of another tariff that is valid in the period for the same recipient and place; null if none is. */
export async function findOverlap(
  tx: Tx,
  tariff: StoredTariff,
  { from, to }: Validity,
): Promise<string | null> {
  const { rows } = await sql<{
    code: string
  }>`select t.code from tariff_versions v join tariffs t on t.id = v.tariff_id
    where v.account_id = ${tariff.account_id} and v.tariff_id <> ${tariff.id} and v.state <> 'draft'
      and (v.type = 'ad_hoc') = (${tariff.type} = 'ad_hoc') and v.currency = ${tariff.currency}
      and v.client_id is not distinct from ${tariff.client_id}::uuid
      and v.group_id is not distinct from ${tariff.group_id}::uuid
      and v.network_id is not distinct from ${tariff.network_id}::uuid
      and v.mode is not distinct from ${tariff.mode}::text
      and tstzrange(v.valid_from, v.valid_to) && tstzrange(${from}, ${to})
    order by v.valid_from limit 1`.execute(tx)
  return rows[0]?.code ?? null
}

/**
 * Ends the versions of a tariff that are valid in a period: at its beginning, or before they begin themselves.
 * Sessions that started before keep their version.
 */
export async function endVersions(tx: Tx, tariffId: string, { from, to, now }: Validity & { now: Date }) {
  await sql`update tariff_versions v set valid_to = greatest(v.valid_from, ${from}),
      state = case when v.valid_from >= ${from} or ${from} <= ${now} then 'retired' else v.state end,
      version_no = v.version_no + 1, updated_at = ${now}
    where v.tariff_id = ${tariffId} and v.state = 'active' and (v.valid_to is null or v.valid_to > ${from})
      and v.valid_from < coalesce(${to}, 'infinity'::timestamptz)`.execute(tx)
}

export async function activateDraft(
  tx: Tx,
  id: string,
  {
    tariff,
    validity,
    now,
    userId,
  }: { tariff: StoredTariff; validity: Validity; now: Date; userId: string | null },
): Promise<void> {
  const { type, client_id, group_id, network_id, mode, currency } = tariff
  await tx
    .updateTable('tariff_versions')
    .set((eb) => ({
      state: 'active' as const,
      type,
      client_id,
      group_id,
      network_id,
      mode,
      currency,
      valid_from: validity.from,
      valid_to: validity.to,
      activated_at: now,
      activated_by: userId,
      version_no: eb('version_no', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()
}

/** Returns the first instant of a day in a time zone. */
export async function startOfDay(db: Db, day: string, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select (${day}::date::timestamp at time zone ${timeZone}::text) as at`.execute(db)
  return rows[0]!.at
}
