import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { addClient, addTariff } from './charge-fixture.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'

// Before a release: CHARGE_CRASH_SESSIONS=20000 CHARGE_CRASH_ROUNDS=100.
const sessions = Number(process.env['CHARGE_CRASH_SESSIONS'] ?? 3_000)
const rounds = Number(process.env['CHARGE_CRASH_ROUNDS'] ?? 3)

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

/** Adds running sessions of a client at one station, and ends them with one statement: 1 kWh each. */
async function endSessions(accountId: string, clientId: string): Promise<void> {
  const [station, card] = [newId(), newId()]
  await sql`insert into stations (id, account_id, identity) values (${station}, ${accountId}, 'CP-CRASH')`.execute(
    fresh.db,
  )
  await sql`insert into cards (id, account_id, code, code_folded, client_id)
    values (${card}, ${accountId}, 'CRASH', 'crash', ${clientId})`.execute(fresh.db)
  await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, card_id, decision,
      start_key, started_at, meter_start_wh, state)
    select gen_random_uuid(), n, ${accountId}, ${station}, 1, 'CRASH', 'crash', ${card}, 'Accepted', 'key ' || n,
      now() - interval '1 hour', 0, 'running' from generate_series(1, ${sessions}::int) n`.execute(fresh.db)
  await sql`update transactions set state = 'finished', stopped_at = now() - interval '1 minute', received_stop_at = now(),
    meter_stop_wh = 1000, energy_wh = 1000 where station_id = ${station}`.execute(fresh.db)
}

test('a server that is killed while it rates books each session once', async () => {
  const { id: accountId } = await fresh.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  await addTariff(fresh, accountId)
  const client = await addClient(fresh, accountId, 'Crash')
  await endSessions(accountId, client)
  for (let round = 0; round < rounds; round += 1) {
    const before = await count('ratings')
    await server.kill()
    await server.start()
    // the job runs at the start, three seconds after the stops at the earliest
    await eventually(async () => (await count('ratings')) > before || before === sessions, 30_000)
    await pause(Math.random() * 120)
  }
  await server.kill()
  await server.start()
  await eventually(async () => (await count('ratings')) >= sessions, 60_000)
  expect(await count('ratings')).toBe(sessions)
  expect(await count('(select from ratings group by transaction_id) as r')).toBe(sessions)
  expect(await count('charges')).toBe(2 * sessions)
  expect(await count('rating_queue')).toBe(0)
  expect(await count('rating_waits')).toBe(0)
  const { rows } = await fresh.pool.query<{ owed: number; journals: number; sum: number }>(`
      select (select (debit_minor - credit_minor)::int from ledger_balances b join ledger_accounts a
          on a.id = b.ledger_account_id where a.kind = 'client') as owed,
        (select count(*)::int from ledger_journals) as journals,
        (select sum(credit_minor - debit_minor)::int from ledger_balances) as sum`)
  // 1 kWh x 0.42 + 1.00
  expect(rows[0]).toEqual({ owed: sessions * 142, journals: sessions, sum: 0 })
}, 180_000)
