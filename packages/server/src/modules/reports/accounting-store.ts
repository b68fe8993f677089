import type { AccountingCode, AnswerOf, accountingGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

export type AccountingSettings = NonNullable<AnswerOf<typeof accountingGet>['settings']>

export async function readSettings(db: Db, accountId: string): Promise<AccountingSettings | null> {
  const { rows } = await sql<AccountingSettings>`select consultant_no as consultant, client_no as client,
      year_month as yearmonth, code_length as codelength, time_zone as timezone
    from accounting_settings where account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

export async function readCodes(db: Db, accountId: string): Promise<AccountingCode[]> {
  const { rows } = await sql<AccountingCode>`select kind, ref, code from accounting_codes
    where account_id = ${accountId} order by kind, ref`.execute(db)
  return rows
}

export async function storeSettings(
  tx: Tx,
  accountId: string,
  { codes, ...of }: AccountingSettings & { codes: readonly AccountingCode[] },
): Promise<void> {
  await sql`insert into accounting_settings (account_id, consultant_no, client_no, year_month, code_length, time_zone)
    values (${accountId}, ${of.consultant}, ${of.client}, ${of.yearmonth}, ${of.codelength}, ${of.timezone})
    on conflict (account_id) do update set consultant_no = excluded.consultant_no, client_no = excluded.client_no,
      year_month = excluded.year_month, code_length = excluded.code_length, time_zone = excluded.time_zone,
      updated_at = now()`.execute(tx)
  await sql`delete from accounting_codes where account_id = ${accountId}`.execute(tx)
  await sql`insert into accounting_codes (account_id, kind, ref, code)
    select ${accountId}, kind, ref, code from json_to_recordset(${JSON.stringify(codes)}::json)
      as n (kind text, ref text, code text)`.execute(tx)
}

/** Returns the currency of an account. */
export async function currencyOf(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select currency_code as currency from accounts
    where id = ${accountId}`.execute(db)
  return rows[0]!.currency
}
