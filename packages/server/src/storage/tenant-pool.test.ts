import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { newId } from '../shared/ids.ts'
import type { Scope } from '../shared/scope.ts'
import { withTenant, tenantPool } from './tenant-pool.ts'
import { createDatabase, createPool } from './pool.ts'
import { ensureRlsRole } from './ensure-rls-role.ts'

let fresh: FreshDatabase
let isolatedDb: ReturnType<typeof createDatabase>
const own = newId()
const foreign = newId()
const scopeOf = (accountId: string): Scope => ({
  accountId,
  userId: newId(),
  isAdmin: false,
  isDriver: false,
  clientId: null,
})
const viewer = scopeOf(own)
const admin: Scope = { ...viewer, isAdmin: true }
const last = { station: '' }
let events = 0
/** Returns an id of an event that happens now. */
const newEventId = () => String((BigInt(Date.now()) << 20n) + BigInt(events++))

/** Counts the rows of a view that a viewer reads. */
const rowsOf = async (view: 'activity_of_account' | 'station_states', scope: Scope) =>
  (await withTenant(scope, () => sql`select account_id from ${sql.table(view)}`.execute(isolatedDb))).rows
    .length

beforeAll(async () => {
  fresh = await freshDatabase()
  // a single connection: state that one request leaves on it would affect the next one
  const pool = createPool({ url: fresh.url, max: 1, name: 'walled' })
  expect(await ensureRlsRole(pool)).toBe(true)
  isolatedDb = createDatabase(tenantPool(pool))
  for (const account of [own, foreign]) await fill(account)
})
afterAll(async () => {
  await isolatedDb.destroy()
  await fresh.close()
})

/** Inserts one row into each table that belongs to an account, as far as possible. */
async function fill(account: string): Promise<void> {
  const { db } = fresh
  const station = newId()
  const user = newId()
  last.station = station
  await db.insertInto('accounts').values({ id: account, code: account, name: account }).execute()
  await db.insertInto('users').values({ id: user, account_id: account, username: user }).execute()
  await db.insertInto('stations').values({ id: station, account_id: account, identity: station }).execute()
  await sql`insert into cards (id, account_id, code, code_folded) values (${newId()}, ${account}, ${user}, ${user})`.execute(
    db,
  )
  await db.insertInto('station_configuration').values({ station_id: station, key: 'k', value: 'v' }).execute()
  await sql`insert into meter_values (station_id, evse_no, sampled_at, kind_id, value)
    values (${station}, 1, now(), 1, 1)`.execute(db)
  await sql`insert into ocpp_log (at, account_id, station_id, is_outgoing, action)
    values (now(), ${account}, ${station}, false, 'Heartbeat')`.execute(db)
  await sql`insert into sessions (code, user_id, client_id, expires_at, id)
    values (${station}, ${user}, 'c', now(), ${newId()})`.execute(db)
  await sql`insert into live_tickets values (${Buffer.from(station)}, ${station}, now())`.execute(db)
}

const filled = [
  'accounts',
  'users',
  'stations',
  'cards',
  'card_codes',
  'station_configuration',
  'meter_values',
  'ocpp_log',
  'sessions',
  'live_tickets',
] as const
const countOf = async (table: (typeof filled)[number], db = isolatedDb): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]!.n

describe('a query without a scope', () => {
  test.each(filled)('sees only the own account’s rows of %s', async (table) => {
    expect(await withTenant(viewer, () => countOf(table))).toBe(1)
    expect(await withTenant(scopeOf(newId()), () => countOf(table))).toBe(0)
  })

  test('is limited to them in a transaction too, and after a failed one', async () => {
    await withTenant(viewer, async () => {
      const count = await isolatedDb.transaction().execute((tx) => countOf('stations', tx))
      expect(count).toBe(1)
      await expect(isolatedDb.transaction().execute((tx) => sql`select 1 / 0`.execute(tx))).rejects.toThrow()
      expect(await countOf('stations')).toBe(1)
    })
    expect(await countOf('stations')).toBe(2)
  })

  // Proves H8
  test('cannot change, delete or insert rows of others', async () => {
    await withTenant(viewer, async () => {
      const changed = await isolatedDb.updateTable('stations').set({ label: 'x' }).executeTakeFirstOrThrow()
      expect(changed.numUpdatedRows).toBe(1n)
      const planted = { id: newId(), account_id: foreign, identity: 'planted' }
      await expect(isolatedDb.insertInto('stations').values(planted).execute()).rejects.toThrow(/row-level/)
      await expect(isolatedDb.updateTable('stations').set({ account_id: foreign }).execute()).rejects.toThrow(
        /row-level/,
      )
      const key = { station_id: last.station, key: 'planted', value: 'v' }
      await expect(isolatedDb.insertInto('station_configuration').values(key).execute()).rejects.toThrow(
        /row-level/,
      )
    })
  })

  test('counts the events of its account, and none for a user of a client', async () => {
    for (const account of [own, own, foreign])
      await sql`insert into activity (id, at, account_id, kind)
        values (${sql.lit(newEventId())}, now(), ${account}, 'connected')`.execute(fresh.db)
    expect(await rowsOf('activity_of_account', viewer)).toBe(2)
    expect(await rowsOf('activity_of_account', { ...viewer, clientId: newId() })).toBe(0)
    expect(await rowsOf('activity_of_account', scopeOf(newId()))).toBe(0)
    expect(await rowsOf('activity_of_account', admin)).toBe(3)
  })

  test('counts the states of the stations of its account, and none for a user of a client', async () => {
    expect(await rowsOf('station_states', viewer)).toBe(1)
    expect(await rowsOf('station_states', { ...viewer, clientId: newId() })).toBe(0)
    expect(await rowsOf('station_states', scopeOf(newId()))).toBe(0)
    expect(await rowsOf('station_states', admin)).toBe(2)
  })

  test('cannot read partitions directly', async () => {
    const seen = withTenant(viewer, () => sql`select from ocpp_log_default`.execute(isolatedDb))
    await expect(seen).rejects.toThrow(/permission denied/)
  })
})

describe('the limits of tenant isolation', () => {
  test('does not apply to administrators and to work outside of a request, on the same connection', async () => {
    await withTenant(viewer, () => countOf('stations'))
    expect(await countOf('stations')).toBe(2)
    expect(await withTenant(admin, () => countOf('stations'))).toBe(2)
    const { rows } = await sql<{ role: string; account: string | null }>`
      select current_setting('role') as role, current_setting('stationmaster.account', true) as account`.execute(
      isolatedDb,
    )
    expect(rows).toEqual([{ role: 'none', account: '' }])
  })

  test('does not apply to work that continues after its request was answered', async () => {
    let left: Promise<number> | undefined
    await withTenant(viewer, async () => {
      left = nextTurn().then(() => countOf('stations'))
    })
    expect(await left).toBe(2)
  })

  test('applies the account of each of several concurrent requests', async () => {
    const calls = [viewer, scopeOf(foreign), admin, viewer, scopeOf(newId())]
    const counts = await Promise.all(calls.map((scope) => withTenant(scope, () => countOf('stations'))))
    expect(counts).toEqual([1, 1, 2, 1, 0])
  })
})

/** Tables without a policy, with the reason. */
const reasons: Record<string, string> = {
  signing_keys: 'of the installation',
  installation: 'of the installation',
  sign_in_failures: 'by the hash of a name, of those too that nobody has',
  mails: 'only written by calls of people; administrators alone read them',
  openid_attempts: 'before anybody is signed in; by secrets alone',
  groups: 'of the installation; administrators keep them',
  reference_rows: 'names of things, the same for all accounts; administrators keep them',
  resources: 'of the installation; administrators keep them, their files have names that nobody can guess',
  resource_contents: 'of the installation; as resources',
  class_rights: 'of the installation; administrators keep them',
  audit_anchors: 'hashes alone, written by the sealer',
  method_rights: 'of the installation; administrators keep them',
  classes: 'of the installation; administrators keep them',
  class_types: 'of the installation; administrators keep them',
  class_states: 'of the installation; administrators keep them',
  workflow_actions: 'of the installation; administrators keep them',
  class_methods: 'of the installation; administrators keep them',
  class_transitions: 'of the installation; administrators keep them',
  class_events: 'of the installation; administrators keep them',
  server_pulse: 'of the installation; written by the server alone',
  server_processes: 'of the installation; written by the server alone',
  ingest_batches: 'of the installation; written by the server alone',
  server_gaps: 'of the installation; written by the server alone',
  activity_counted: 'of the installation; written by the server alone',
  tls_listeners: 'of the installation; without a policy, users have no access',
  station_upload_parts: 'parts of files of stations; without a policy, users have no access',
  certificate_authorities: 'of the installation; without a policy, users have no access',
}

/** Tables with an account that users of a client read as all users of the account do, with the reason. */
const ofWholeAccount: Record<string, string> = {
  api_log: 'only written',
  audit_log: 'only written',
  event_log: 'only written',
  script_posts: 'only written',
  state_changes: 'written by methods; only the job that runs scripts reads them',
  ocpp_log_volumes: 'one number per day; the profile shows it',
}

// Proves A8
test('every table with an account is limited to the client of a user or has a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polname = 'own_client')
    order by 1`.execute(fresh.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(ofWholeAccount).sort())
})

test('policies ask whether a user sees all clients in a form that PostgreSQL estimates as true', async () => {
  const { rows } = await sql`select polrelid::regclass from pg_policy
    where pg_get_expr(polqual, polrelid) like '%(tenant_client() IS NULL)%'`.execute(fresh.db)
  expect(rows).toEqual([])
  await fresh.db.transaction().execute(async (tx) => {
    for (const [client, isTrue] of [
      [null, true],
      ['', true],
      [newId(), false],
    ] as const) {
      if (client !== null) await sql`set local stationmaster.client = ${sql.lit(client)}`.execute(tx)
      const { rows: seen } = await sql`select sees_all_clients() as all`.execute(tx)
      expect(seen, String(client)).toEqual([{ all: isTrue }])
    }
  })
})

/**
 * Views run with the rights of the owner of the tables: each filters rows itself, or is listed here with the
 * reason.
 */
const ofSearch =
  'holds to the account itself; what it finds is read from its table, which holds to the client'
const views = {
  activity_of_account:
    'time and kind of events; holds to the account itself, and is empty for users of a client',
  card_codes: 'holds to the account and the client itself',
  group_people: 'ids alone, for administrators and before a call begins',
  search_cards: ofSearch,
  search_cars: ofSearch,
  search_clients: ofSearch,
  search_sites: ofSearch,
  search_stations: ofSearch,
  search_users: ofSearch,
  station_states: 'states of stations; holds to the account itself, and is empty for users of a client',
}

test('every view is listed', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('v', 'm') order by 1`.execute(
    fresh.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(views))
})

// Proves H8
test('every table that belongs to an account has a policy or a reason', async () => {
  const { rows } = await sql<{ name: string; policies: number; on: boolean; forced: boolean }>`
    select c.relname as name, c.relrowsecurity as on, c.relforcerowsecurity as forced,
      (select count(*) from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive) as policies
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname !~ '^kysely_' order by 1`.execute(fresh.db)
  const open = rows.filter((row) => !row.on || row.policies !== 1).map((row) => row.name)
  expect(open).toEqual(Object.keys(reasons).sort())
  // the station side is the owner of the tables and must not be restricted
  expect(rows.filter((row) => row.forced)).toEqual([])
  const claimed = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where column_name = 'account_id' and table_name = any(${Object.keys(reasons)})`.execute(fresh.db)
  expect(claimed.rows).toEqual([])
})

// Proves H8
test('functions with the rights of the owner read no temporary tables of the caller', async () => {
  const { rows } = await sql<{ name: string; path: string }>`
    select proname as name, array_to_string(proconfig, ' ') as path from pg_proc
    where pronamespace = current_schema()::regnamespace and prosecdef and prosqlbody is null
      and proconfig is distinct from array[format('search_path=%I, pg_temp', current_schema())]`.execute(
    fresh.db,
  )
  expect(rows).toEqual([])
})

/** Opens a pool as another user of the database. */
const poolAs = (role: string) => {
  const url = new URL(fresh.url)
  url.username = role
  url.password = role
  return createPool({ url: url.href, max: 1, name: role })
}

describe('a database user who is not a superuser', () => {
  const plain = `plain_${newId().slice(-8)}`
  afterAll(async () => {
    await fresh.pool.query(
      `reassign owned by ${plain} to current_user; drop owned by ${plain}; drop role ${plain}`,
    )
  })

  test('works without tenant isolation unless the role was granted', async () => {
    await fresh.pool.query(`create role ${plain} login password '${plain}'`)
    const pool = poolAs(plain)
    expect(await ensureRlsRole(pool)).toBe(false)
    const { rows } = await fresh.pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`,
    )
    for (const { name } of rows) await fresh.pool.query(`alter table ${name} owner to ${plain}`)
    await fresh.pool.query(`grant stationmaster_web to ${plain}`)
    expect(await ensureRlsRole(pool)).toBe(true)
    const db = createDatabase(tenantPool(pool))
    expect(await countOf('stations', db)).toBe(2)
    expect(await withTenant(viewer, () => countOf('stations', db))).toBe(1)
    expect(await withTenant(viewer, () => countOf('meter_values', db))).toBe(1)
    await db.destroy()
  })
})
