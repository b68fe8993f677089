import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'
import { createDatabase, createPool } from './pool.ts'

let fresh: FreshDatabase
let folder: string

beforeEach(async () => {
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'stationmaster-migrations-'))
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
})

afterEach(async () => {
  await fresh.close()
  await rm(folder, { recursive: true })
})

const add = (name: string, text: string) => writeFile(join(folder, name), text)

test('runs new migrations once, even if two processes start at the same time', async () => {
  expect(await migrate(fresh.db, folder)).toEqual([])
  await add('9001_first.sql', `create table first (id int); insert into first values (1);`)
  await add('9002_second.sql', 'insert into first values (2);')
  const other = createDatabase(createPool({ url: fresh.url, max: 1, name: 'other' }))
  const done = await Promise.all([migrate(fresh.db, folder), migrate(other, folder)])
  await other.destroy()
  expect(done.flat().sort()).toEqual(['9001_first', '9002_second'])
  const { rows } = await fresh.pool.query('select id from first order by id')
  expect(rows).toEqual([{ id: 1 }, { id: 2 }])
})

test('runs a migration whose number is lower than one that has been executed', async () => {
  await add('9002_first.sql', 'create table first (id int);')
  expect(await migrate(fresh.db, folder)).toEqual(['9002_first'])
  await add('9001_later.sql', 'insert into first values (1);')
  expect(await migrate(fresh.db, folder)).toEqual(['9001_later'])
  expect(await migrate(fresh.db, folder)).toEqual([])
})

test('succeeds while another process changes tables of its own, as the jobs do at their first start', async () => {
  const other = await fresh.pool.connect()
  const changes = other.query(`do $$ begin
    for n in 1..2000 loop
      execute 'create table own_' || n || ' (a int, b int, c int, d int, e int)';
      commit;
      execute 'drop table own_' || n;
      commit;
    end loop;
  end $$`)
  const state = { isChanging: true }
  const end = changes.finally(() => (state.isChanging = false))
  try {
    do expect(await migrate(fresh.db, folder)).toEqual([])
    while (state.isChanging)
  } finally {
    await end
    other.release()
  }
})

test('names a migration that fails and rolls everything back', async () => {
  await add('9001_first.sql', 'create table first (id int);')
  await add('9002_broken.sql', 'create table second (id int); select nonsense;')
  await expect(migrate(fresh.db, folder)).rejects.toThrow(
    'migration 9002_broken failed: column "nonsense" does not exist',
  )
  const { rows } = await fresh.pool.query(
    `select to_regclass('first') as first, to_regclass('second') as second`,
  )
  expect(rows).toEqual([{ first: null, second: null }])
})

test('rejects a database of a newer version with one line', async () => {
  await add('9001_future.sql', 'select 1;')
  await migrate(fresh.db, folder)
  await rm(join(folder, '9001_future.sql'))
  await expect(migrate(fresh.db, folder)).rejects.toThrow(
    'the database was made by a newer Stationmaster (it knows the step 9001_future)',
  )
})

/** Migrates a new database with rows inserted before the given migration. */
async function migratedFrom(name: string, fill: string): Promise<{ end: () => Promise<void>; pool: Pool }> {
  const database = `${new URL(fresh.url).pathname.slice(1)}_earlier`
  await fresh.pool.query(`create database ${database} template template0`)
  const url = new URL(fresh.url)
  url.pathname = database
  const pool = createPool({ url: url.href, max: 1, name: 'earlier' })
  const db = createDatabase(pool)
  const later = (await readdir(folder)).filter((file) => file >= name)
  for (const file of later) await rm(join(folder, file))
  await migrate(db, folder)
  await pool.query(fill)
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  expect(await migrate(db, folder)).toHaveLength(later.length)
  const end = async () => {
    await db.destroy()
    await fresh.pool.query(`drop database ${database} with (force)`)
  }
  return { pool, end }
}

test('existing and later partitions of meter values get the key that distinguishes texts', async () => {
  const { pool, end } = await migratedFrom(
    '0039',
    `select make_partitions(date '2026-06-15');
     insert into meter_values (station_id, connector_no, sampled_at, kind_id, value, raw)
     select '00000000-0000-0000-0000-000000000001', 1, at, 1, 'NaN', 'a'
     from unnest(array[timestamptz '2026-06-15 12:00Z', '2001-01-01 12:00Z', '2027-01-01 12:00Z']) at`,
  )
  await pool.query(`select make_partitions(date '2026-12-15')`)
  const add = (raw: string | null) =>
    pool.query(
      `insert into meter_values (station_id, evse_no, sampled_at, kind_id, value, raw)
       select station_id, evse_no, sampled_at, kind_id, value, $1 from meter_values where raw = 'a'
       on conflict do nothing`,
      [raw],
    )
  for (const [raw, added] of [
    ['a', 0],
    ['b', 3],
    ['b', 0],
    ['x'.repeat(20_000), 3],
    [null, 3],
    [null, 0],
  ] as const)
    expect((await add(raw)).rowCount).toBe(added)
  await end()
})

test('a database of two accounts with data keeps its rows and gets the constraints of the newest version', async () => {
  const { pool, end } = await migratedFrom(
    '0037',
    `select make_partitions(current_date);
     create function test_id(kind int, n int) returns uuid language sql return
       ('00000000-0000-4000-8000-' || lpad(kind::text, 2, '0') || lpad(n::text, 10, '0'))::uuid;
     insert into accounts (id, code, name) select test_id(1, n), 'account-' || n, 'Account ' || n from generate_series(1, 2) n;
     insert into users (id, account_id, username, email, password_hash)
       select test_id(2, n), test_id(1, 1 + n % 2), 'user-' || n, 'user-' || n || '@example.org', 'hash' from generate_series(1, 6) n;
     insert into sign_in_failures (name_hash, tries, last_at) values ('\\x01', 3, now());
     insert into stations (id, account_id, identity, vendor) select test_id(3, n), test_id(1, 1 + n % 2), 'CP-' || n, 'Vendor'
       from generate_series(1, 4) n;
     insert into connectors (id, account_id, station_id, connector_no, error_code)
       select test_id(4, n), test_id(1, 1 + n % 2), test_id(3, n), 1, case when n > 2 then 'NoError' end from generate_series(1, 4) n;
     insert into cards (id, account_id, code, code_folded) select test_id(5, n), test_id(1, 1 + n % 2), 'CARD-' || n, 'card-' || n
       from generate_series(1, 4) n;
     insert into transactions (id, number, account_id, station_id, connector_no, id_tag, id_tag_folded, card_id, decision,
         start_key, started_at, meter_start_wh)
       select test_id(6, n), n, s.account_id, s.id, 1, 'CARD-1', 'card-1', test_id(5, 1), 'Accepted', 'start ' || n,
         now() - interval '1 hour' * n, 100 * n
       from generate_series(1, 8) n join stations s on s.id = test_id(3, 1 + n % 4);
     update transactions set state = 'held', flags = '{meter-not-told,settled,start-told-again}' where id = test_id(6, 8);
     insert into quarantine (id, account_id, station_id, kind, action, reason, payload, payload_hash)
       select test_id(7, n), account_id, id, 'stop', 'StopTransaction', 'unknown', '{}', 'hash'
       from generate_series(1, 4) n join stations on id = test_id(3, n);
     insert into meter_values (station_id, connector_no, sampled_at, kind_id, value, transaction_number)
       select test_id(3, 1 + n % 4), 1, now() - interval '1 minute' * n, 1, n, 1 + n % 8 from generate_series(1, 40) n;
     insert into audit_log (id, at, account_id, actor, kind, class_code, label, action, seq, hash)
       select test_id(8, n), now(), test_id(1, 1 + n % 2), 'system', 'change', 'card', 'x', 'create',
         case when n < 3 then n end, case when n < 3 then '\\x01'::bytea end from generate_series(1, 4) n`,
  )
  const count = async (table: string, condition = 'true') =>
    (await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${condition}`)).rows[0]!.n
  for (const [table, condition, rows] of [
    ['accounts', 'max_stations is null and max_log_mib_per_day is null', 2],
    ['users', `password_hash = 'hash'`, 6],
    ['stations', `vendor = 'Vendor' and account_id = test_id(1, 2)`, 2],
    ['evses', 'is_announced = (error_code is not null)', 4],
    ['cards', `state = 'enabled'`, 4],
    ['transactions', `state = 'running' and card_id = test_id(5, 1)`, 7],
    ['transactions', `state = 'needs_review' and flags = '{meter-not-reported,resolved,start-repeated}'`, 1],
    ['unmatched_messages', `reason = 'unknown' and resolved_at is null`, 4],
    ['meter_values', 'transaction_number = 1 + value::int % 8', 40],
    ['audit_log', 'signature is null and not is_rejected', 4],
    ['audit_log', 'seq is not null', 2],
  ] as const)
    expect([table, await count(table, condition)]).toEqual([table, rows])
  // identity and card are unique only within their account
  await pool.query(`update stations set identity = 'CP-1' where id = test_id(3, 2)`)
  const refused = (statement: string) => expect(pool.query(statement), statement).rejects
  await refused(`update stations set identity = 'CP-1' where id = test_id(3, 4)`).toMatchObject({
    code: '23505',
  })
  await refused(`update stations set identity = 'CP-1' where id = test_id(3, 3)`).toMatchObject({
    code: '23505',
  })
  await refused(`update cards set code_folded = 'card-1' where id = test_id(5, 3)`).toMatchObject({
    code: '23505',
  })
  await refused(`update accounts set max_cards = -1`).toMatchObject({ code: '23514' })
  await refused(`delete from accounts`).toMatchObject({ code: '23503' })
  const again = await pool.query(`insert into meter_values (station_id, evse_no, sampled_at, kind_id, value)
    select station_id, evse_no, sampled_at, kind_id, value from meter_values on conflict do nothing`)
  expect(again.rowCount).toBe(0)
  const { rows: unchecked } = await pool.query('select conname from pg_constraint where not convalidated')
  expect(unchecked).toEqual([])
  await end()
})

const quoted = (value: unknown) => (value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`)

test('converts the sentences of commands to codes, and leaves what stations sent', async () => {
  const local =
    'The list has 1200 entries; the station takes at most 100 in one message (SendLocalListMaxLength).'
  const queue = '100 commands already wait for the station: let it answer them or cancel some.'
  // message, error code, response; the expected code and its values
  const messages = [
    ['The station is offline.', null, null, 'station.offline', null],
    ['The station did not answer in time.', null, null, 'command.no_response', null],
    ['The answer of the station holds no status.', null, {}, 'command.no_status', null],
    [
      'The answer of the station is not readable as JSON.',
      null,
      `[3,"1",{${'x'.repeat(300)}`,
      'command.response_unreadable',
      { response: `[3,"1",{${'x'.repeat(192)}` },
    ],
    [
      'The answer of the station is not readable as JSON.',
      null,
      'a\0',
      'command.response_unreadable',
      { response: '' },
    ],
    [
      'The connection ended before the station answered: no sign of life.',
      null,
      null,
      'command.connection_lost',
      null,
    ],
    [
      'The connection ended before the command was sent: connection closed.',
      null,
      null,
      'command.not_sent',
      null,
    ],
    ['The server was interrupted before the station answered.', null, null, 'command.interrupted', null],
    ['The server was stopped before the station answered.', null, null, 'command.interrupted', null],
    ['Its turn did not come in time; it was not sent.', null, null, 'command.expired', null],
    ['Cancelled before it was sent.', null, null, 'command.cancelled', null],
    ['The caller stopped waiting before its turn came.', null, null, 'command.caller_left', null],
    [queue, null, null, 'command.queue_full', { limit: 100 }],
    [local, null, null, 'local_list.too_long', { length: 1200, limit: 100 }],
    ['The station is offline.', 'GenericError', null, null, null],
    ['of an unknown version', null, null, null, null],
    [null, null, null, null, null],
  ] as const
  const notes = [
    ['accepted, not started', 'command.not_started'],
    ['Not answered; the station restarted.', 'command.restarted'],
    ['Not answered; the station ended a transaction because of the reset.', 'command.session_ended'],
    ['of an unknown version', null],
    [null, null],
  ] as const
  const rows = [
    ...messages.map(([message, error, response]) =>
      [message, error, response === null ? null : JSON.stringify(response), null].map(quoted),
    ),
    ...notes.map(([note]) => [null, null, null, note].map(quoted)),
  ].map((row, index) => `(${index}, ${row.join()})`)
  const { pool, end } = await migratedFrom(
    '0061',
    `insert into accounts (id, code, name) values ('00000000-0000-4000-8000-000000000001', 'main', 'Main');
     insert into stations (id, account_id, identity)
       values ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'CP-1');
     insert into commands (id, run_id, account_id, station_id, action, request, state, expires_at,
         message, error_code, response, note, created_at)
       select gen_random_uuid(), gen_random_uuid(), '00000000-0000-4000-8000-000000000001',
         '00000000-0000-4000-8000-000000000002', 'Reset', '{}', 'unknown', now(),
         v.message, v.error, v.response::json, v.note, now() + v.n * interval '1 s'
       from (values ${rows.join()}) v (n, message, error, response, note)`,
  )
  const { rows: after } = await pool.query(
    `select message, message_code, message_params, note, note_code from commands order by created_at`,
  )
  expect(after).toEqual([
    ...messages.map(([message, , , message_code, message_params]) => ({
      message,
      message_code,
      message_params,
      note: null,
      note_code: null,
    })),
    ...notes.map(([note, note_code]) => ({
      message: null,
      message_code: null,
      message_params: null,
      note,
      note_code,
    })),
  ])
  await end()
})

test('aligns an interface setting and contradicting rights of an administrator without granting rights', async () => {
  const before = [
    ['admin-all', true, 'all'],
    ['admin-administrator', true, 'administrator'],
    ['admin-user', true, 'user'],
    ['admin-guest', true, 'guest'],
    ['admin-driver', true, 'driver'],
    ['all', false, 'all'],
    ['administrator', false, 'administrator'],
    ['user', false, 'user'],
    ['guest', false, 'guest'],
    ['driver', false, 'driver'],
  ] as const
  const rows = before.map(([name, isAdmin, code]) => `('${name}', ${isAdmin}, '${code}')`)
  const { pool, end } = await migratedFrom(
    '0053',
    `insert into accounts (id, code, name) values ('00000000-0000-4000-8000-000000000001', 'main', 'Main');
     insert into users (id, account_id, username, is_admin, interface_code)
       select gen_random_uuid(), '00000000-0000-4000-8000-000000000001', v.* from (values ${rows.join()}) v`,
  )
  const { rows: after } = await pool.query(
    'select username, is_admin, interface_code, state from users order by username',
  )
  const changed = {
    'admin-user': 'administrator',
    'admin-guest': 'administrator',
    'admin-driver': 'administrator',
  }
  const interfaces: Record<string, string> = { ...changed, administrator: 'user' }
  const expected = before
    .map(([username, isAdmin, code]) => ({
      username,
      is_admin: isAdmin,
      interface_code: interfaces[username] ?? code,
      state: 'active',
    }))
    .sort((one, other) => (one.username < other.username ? -1 : 1))
  expect(after).toEqual(expected)
  await end()
})
