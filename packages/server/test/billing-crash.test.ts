import { setTimeout as pause } from 'node:timers/promises'
import { cardSet, clientSet, sellerSet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { address, sellerData } from './billing-data.ts'
import { addTariff } from './charge-fixture.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'

// Before a release: BILLING_CRASH_SESSIONS=20000 BILLING_CRASH_ROUNDS=100.
const sessions = Number(process.env['BILLING_CRASH_SESSIONS'] ?? 2_000)
const rounds = Number(process.env['BILLING_CRASH_ROUNDS'] ?? 3)
const clients = 10
/** 1 kWh at 0.42, and 1.00 per session. */
const priceMinor = 142

let fresh: FreshDatabase
let server: ServerProcess
beforeAll(async () => {
  buildServer()
  fresh = await freshDatabase()
  server = new ServerProcess({ DATABASE_URL: fresh.url })
  await server.start()
})
afterAll(async () => {
  await server.stop()
  await fresh.close()
})

const count = async (text: string): Promise<number> => {
  const { rows } = await fresh.pool.query<{ n: number }>(`select count(*)::int as n from ${text}`)
  return rows[0]!.n
}
const invoiced = () => count('charges where invoice_id is not null')

/** Adds a client that can get invoices, with a card; returns the card. */
async function addPayer(n: number): Promise<string> {
  const { id: client } = await server.call<{ id: string }>(clientSet.path, {
    id: null,
    name: `Client ${n}`,
    ...address,
  })
  const card = await server.call<{ id: string }>(cardSet.path, { id: null, code: `CRASH${n}`, client })
  return card.id
}

/** Adds running sessions with these cards at one station, and ends them with one statement: 1 kWh each. */
async function endSessions(accountId: string, cards: readonly string[]): Promise<void> {
  const station = newId()
  await sql`insert into stations (id, account_id, identity) values (${station}, ${accountId}, 'CP-CRASH')`.execute(
    fresh.db,
  )
  await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, card_id, decision,
      start_key, started_at, meter_start_wh, state)
    select gen_random_uuid(), n, ${accountId}, ${station}, 1, 'CRASH', 'crash',
      (${cards}::uuid[])[1 + n % ${sql.lit(clients)}], 'Accepted', 'key ' || n,
      now() - interval '1 hour', 0, 'running' from generate_series(1, ${sessions}::int) n`.execute(fresh.db)
  await sql`update transactions set state = 'finished', stopped_at = now() - interval '1 minute', received_stop_at = now(),
    meter_stop_wh = 1000, energy_wh = 1000 where station_id = ${station}`.execute(fresh.db)
}

// Proves INV-3, M1
test('a server that is killed while it rates and invoices books each session once', async () => {
  const { id: accountId } = await fresh.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  await addTariff(fresh, accountId)
  await server.call(sellerSet.path, { ...sellerData, schedule: 'immediate', isdefault: true })
  const cards: string[] = []
  for (let n = 0; n < clients; n += 1) cards.push(await addPayer(n))
  await endSessions(accountId, cards)
  for (let round = 0; round < rounds; round += 1) {
    const [before, invoicedBefore] = [await count('ratings'), await invoiced()]
    await server.kill()
    await server.start()
    // the jobs run at the start, three seconds after the stops at the earliest
    await eventually(
      async () =>
        (await count('ratings')) > before ||
        (await invoiced()) > invoicedBefore ||
        (before === sessions && invoicedBefore === 2 * sessions),
      30_000,
    )
    await pause(Math.random() * 120)
  }
  await server.kill()
  await server.start()
  await eventually(async () => (await count('ratings')) >= sessions, 60_000)
  // rated after the job has issued, the others follow within a minute, or at the next start
  await server.kill()
  await server.start()
  await eventually(async () => (await invoiced()) >= 2 * sessions, 90_000)
  expect(await count('ratings')).toBe(sessions)
  expect(await count('(select from ratings group by transaction_id) as r')).toBe(sessions)
  expect(await count('charges')).toBe(2 * sessions)
  expect(await count('rating_queue')).toBe(0)
  expect(await count('rating_waits')).toBe(0)
  await eventually(
    async () => (await count("invoices where code is null and state <> 'cancelled'")) === 0,
    90_000,
  )
  const { rows } = await fresh.pool.query<Record<string, number>>(`
    select (select sum(debit_minor - credit_minor)::int from ledger_balances b join ledger_accounts a
        on a.id = b.ledger_account_id where a.kind = 'client') as owed,
      (select sum(debit_minor - credit_minor)::int from ledger_balances b join ledger_accounts a
        on a.id = b.ledger_account_id where a.kind = 'uninvoiced') as uninvoiced,
      (select sum(credit_minor - debit_minor)::int from ledger_balances) as sum,
      (select count(*)::int from ledger_journals where kind = 'session') as journals,
      (select count(*)::int from ledger_journals where kind = 'invoice') - (select count(*)::int from invoices) as unbooked,
      (select sum(gross_minor)::int from invoices) as gross,
      (select count(distinct charge_id)::int from invoice_lines) as lines,
      (select count(*)::int from invoice_lines) as all_lines,
      (select count(distinct code)::int from invoices) - (select next_no - 1 from invoice_series) as gaps`)
  expect(rows[0]).toEqual({
    owed: sessions * priceMinor,
    uninvoiced: 0,
    sum: 0,
    journals: sessions,
    unbooked: 0,
    gross: sessions * priceMinor,
    lines: 2 * sessions,
    all_lines: 2 * sessions,
    gaps: 0,
  })
}, 240_000)
