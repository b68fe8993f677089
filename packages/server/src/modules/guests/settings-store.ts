import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

export interface SettingsRow {
  isEnabled: boolean
  currency: string
  amounts: number[]
  phone: string | null
  clientId: string | null
}

export async function readSettings(db: Db, accountId: string): Promise<SettingsRow | null> {
  const { rows } =
    await sql<SettingsRow>`select is_enabled as "isEnabled", currency, amounts::float8[] as amounts, phone,
      client_id as "clientId" from guest_settings where account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

export const storeSettings = (
  tx: Tx,
  accountId: string,
  { isEnabled, currency, amounts, phone, clientId }: SettingsRow,
) =>
  sql`insert into guest_settings (account_id, is_enabled, currency, amounts, phone, client_id)
    values (${accountId}, ${isEnabled}, ${currency}, ${amounts}::bigint[], ${phone}, ${clientId})
    on conflict (account_id) do update set is_enabled = excluded.is_enabled, currency = excluded.currency,
      amounts = excluded.amounts, phone = excluded.phone, client_id = excluded.client_id, updated_at = now()`.execute(
    tx,
  )

/**
 * Adds the client that all guests of an account have in common. Its invoices are issued with their sessions, not by a
 * schedule.
 */
export async function addGuestClient(
  tx: Tx,
  { accountId, currency }: { accountId: string; currency: string },
): Promise<string> {
  const id = newId()
  await sql`insert into clients (id, account_id, type, state, code, name, currency_code, invoice_schedule)
    values (${id}, ${accountId}, 'driver', 'enabled', ${`GUEST-${id.slice(-6).toUpperCase()}`}, 'Guest', ${currency},
      'manual')`.execute(tx)
  return id
}

/** Sets the currency of the guests. */
export const setGuestCurrency = (tx: Tx, clientId: string, currency: string) =>
  sql`update clients set currency_code = ${currency} where id = ${clientId} and currency_code <> ${currency}`.execute(
    tx,
  )
