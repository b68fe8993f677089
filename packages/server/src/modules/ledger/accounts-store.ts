import { sql } from 'kysely'
import type { BusEvent } from '../../bus/events.ts'
import { busChannel, packEvents } from '../../bus/postgres-bus.ts'
import { newId } from '../../shared/ids.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { LedgerAccountName } from './journal.ts'

/** A ledger account by its name, which is unique. */
export interface LedgerAccountKey extends LedgerAccountName {
  accountId: string
  currency: string
}

export interface NewLedgerAccount extends LedgerAccountKey {
  /** Number that users see; by default that of the client, else kind and reference, each with the currency. */
  code?: string
  /** Minor units by which its balance may fall below zero; 0 unless given. */
  creditLimitMinor?: number
}

/** Returns a text that is equal for equal keys. */
export const keyText = ({ accountId, kind, ref, currency }: LedgerAccountKey): string =>
  `${accountId} ${kind} ${currency} ${ref}`

const keyColumns = (keys: readonly LedgerAccountKey[]) => sql`unnest(
  ${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ kind }) => kind)}::text[],
  ${keys.map(({ ref }) => ref)}::text[], ${keys.map(({ currency }) => currency)}::text[])`

/** Returns the ids of existing ledger accounts by `keyText`. */
async function findLedgerAccounts(db: Db, keys: readonly LedgerAccountKey[]): Promise<Map<string, string>> {
  const { rows } = await sql<LedgerAccountKey & { id: string }>`
    select a.id, a.account_id as "accountId", a.kind, a.ref, a.currency
    from ${keyColumns(keys)} as k (account_id, kind, ref, currency)
    join ledger_accounts a using (account_id, kind, ref, currency)`.execute(db)
  return new Map(rows.map((row) => [keyText(row), row.id]))
}

/** Returns the ids of ledger accounts by `keyText`, and opens those that do not exist. */
export async function openLedgerAccounts(
  tx: Tx,
  wanted: readonly NewLedgerAccount[],
): Promise<ReadonlyMap<string, string>> {
  const byKey = new Map(wanted.map((account) => [keyText(account), account]))
  const found = await findLedgerAccounts(tx, [...byKey.values()])
  // in one order in all transactions, because others that open the same accounts wait
  const missing = [...byKey].filter(([key]) => !found.has(key)).sort(([a], [b]) => (a < b ? -1 : 1))
  if (missing.length === 0) return found
  const accounts = missing.map(([, account]) => account)
  const limits = accounts.map(({ creditLimitMinor }) => creditLimitMinor ?? 0)
  await sql`insert into ledger_accounts (id, account_id, kind, ref, currency, code, limit_minor)
    select n.id, n.account_id, n.kind, n.ref, n.currency, coalesce(n.code, case when n.kind = 'client'
        then (select c.code from clients c where c.id = n.ref::uuid) || '-' || n.currency
        else n.kind || case when n.ref = '' then '' else ':' || n.ref end || '-' || n.currency end),
      n.limit_minor
    from unnest(${accounts.map(() => newId())}::uuid[], ${accounts.map(({ accountId }) => accountId)}::uuid[],
      ${accounts.map(({ kind }) => kind)}::text[], ${accounts.map(({ ref }) => ref)}::text[],
      ${accounts.map(({ currency }) => currency)}::text[], ${accounts.map(({ code }) => code ?? null)}::text[],
      ${limits}::bigint[]) with ordinality
      as n (id, account_id, kind, ref, currency, code, limit_minor, place)
    order by n.place on conflict (account_id, kind, ref, currency) do nothing`.execute(tx)
  // those of other transactions are committed now
  return new Map([...found, ...(await findLedgerAccounts(tx, accounts))])
}

/** Returns the id of a ledger account, and opens it unless it exists; an existing one is not changed. */
export async function openLedgerAccount(tx: Tx, account: NewLedgerAccount): Promise<string> {
  const ids = await openLedgerAccounts(tx, [account])
  return ids.get(keyText(account))!
}

/** Amounts in minor units. Those of an account that was never opened are zero. */
interface LedgerBalance {
  /** Credits minus debits. */
  balanceMinor: number
  /** Sum of the open holds. */
  heldMinor: number
  limitMinor: number
  /** Balance minus holds plus credit limit: what can be spent. */
  availableMinor: number
}

const amounts = sql`b.credit_minor - b.debit_minor as "balanceMinor", b.held_minor as "heldMinor",
  a.limit_minor as "limitMinor", b.credit_minor - b.debit_minor - b.held_minor + a.limit_minor as "availableMinor"`

export async function balanceOf(db: Db, key: LedgerAccountKey): Promise<LedgerBalance> {
  const { rows } = await sql<LedgerBalance>`select ${amounts} from ledger_accounts a
    join ledger_balances b on b.ledger_account_id = a.id
    where a.account_id = ${key.accountId} and a.kind = ${key.kind} and a.ref = ${key.ref}
      and a.currency = ${key.currency}`.execute(db)
  return rows[0] ?? { balanceMinor: 0, heldMinor: 0, limitMinor: 0, availableMinor: 0 }
}

/**
 * Returns the balance of the client to which a user belongs, in the currency of the client; for other users zero in the
 * currency of the account.
 */
export async function balanceOfUser(
  db: Db,
  { accountId, clientId }: { accountId: string; clientId: string | null },
): Promise<{ balanceMinor: number; currency: string }> {
  const { rows } = await sql<{ balanceMinor: number; currency: string }>`
    select coalesce(p.currency_code, o.currency_code) as currency,
      coalesce(b.credit_minor - b.debit_minor, 0) as "balanceMinor"
    from accounts o left join clients p on p.id = ${clientId}::uuid and p.account_id = o.id
    left join ledger_accounts a on a.client_id = p.id and a.currency = p.currency_code
    left join ledger_balances b on b.ledger_account_id = a.id
    where o.id = ${accountId}`.execute(db)
  return rows[0]!
}

/** Locks the balance of a ledger account until the end of the transaction, and returns it. */
export async function lockBalance(tx: Tx, ledgerAccountId: string): Promise<LedgerBalance> {
  const { rows } = await sql<LedgerBalance>`select ${amounts} from ledger_balances b
    join ledger_accounts a on a.id = b.ledger_account_id
    where b.ledger_account_id = ${ledgerAccountId} for no key update of b`.execute(tx)
  return rows[0]!
}

/** An account of a client. */
export interface ClientAccount {
  id: string
  accountId: string
  clientId: string
  currency: string
  code: string
  limitMinor: number
}

/** Returns an account of a client, locked until the end of the transaction. */
export async function findClientAccount(tx: Tx, id: string): Promise<ClientAccount | null> {
  const { rows } =
    await sql<ClientAccount>`select id, account_id as "accountId", client_id as "clientId", currency, code,
      limit_minor as "limitMinor"
    from ledger_accounts where id = ${id} and kind = 'client' for no key update`.execute(tx)
  return rows[0] ?? null
}

export const setLimit = (tx: Tx, id: string, limitMinor: number) =>
  tx.updateTable('ledger_accounts').set({ limit_minor: limitMinor }).where('id', '=', id).execute()

/** Sends consoles of these accounts the hint that balances changed, when the transaction is committed. */
export async function balanceChanged(tx: Tx, accountIds: readonly string[]): Promise<void> {
  const events = [...new Set(accountIds)].map(
    (account): BusEvent => ({ kind: 'hint', account, hint: { kind: 'balance.changed' } }),
  )
  for (const packet of packEvents(events)) await sql`select pg_notify(${busChannel}, ${packet})`.execute(tx)
}
