import {
  adminUserIpTableSet,
  classAccessSet,
  type Endpoint,
  groupSet,
  liveTicket,
  methodAccessSet,
  objectAccessSet,
  objectFileSet,
  objectSet,
  passwordRecovery,
  profileSet,
  references,
  registryKeySet,
  resourceSet,
  sessionAuthorize,
  signUp,
  stationSet,
  token,
  whoami,
  workflowActionSet,
  workflowClassSet,
  workflowTypeSet,
} from '@stationmaster/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { password, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let operator: TestUser
let machine: { token: string }
let station: string
let dot: string
const back = 'https://portal.example.org/back'

beforeAll(async () => {
  server = await TestServer.open({ SIGN_UP: 'operator', OAUTH_CLIENTS: `portal=${back}` })
  admin = await server.signIn('admin')
  operator = await server.user('olga', { accountId: await server.addAccount('limits') })
  const grant = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
  machine = { token: ((await server.post(token.path, grant)).body as { access_token: string }).access_token }
  station = (await server.request(stationSet, { id: null, identity: 'CP-1' }, operator)).station.id
  await server.request(workflowClassSet, { id: null, code: 'thing', parentcode: 'reference' }, admin)
  await server.request(workflowTypeSet, { id: null, class: 'thing', code: 'plain' }, admin)
  const allow = { a: true, c: true, s: true }
  await server.request(classAccessSet, { class: 'thing', user: operator.id, allow }, admin)
  const blank = sharp({ create: { width: 2, height: 2, channels: 3, background: '#123' } })
  dot = (await blank.png().toBuffer()).toString('base64')
})
afterAll(() => server.close())

const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.fresh.pool.query<Row>(text, values)).rows
const countOf = async (table: string, condition: string, values: unknown[] = []): Promise<number> =>
  (await rows<{ n: number }>(`select count(*)::int as n from ${table} where ${condition}`, values))[0]!.n
const word = () => `w${newId().slice(-10)}`

const profile = {
  chargingProfileId: 100_000,
  stackLevel: 0,
  chargingProfilePurpose: 'TxDefaultProfile',
  chargingProfileKind: 'Absolute',
  chargingSchedule: { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] },
}

interface Refused {
  /** Fills a table up to its limit; `$1` is the account and `$2` the user of the operator. */
  fill: string
  /** Deletes one of the rows that `fill` added. */
  free: string
  add: () => [Endpoint, Record<string, unknown>, { token: string }]
}
const upTo = (most: number, table: string) =>
  `generate_series(1, ${most} - (select count(*)::int from ${table})) n`
const one = (table: string, key: string, condition: string) =>
  `delete from ${table} where ${key} = (select ${key} from ${table} where ${condition} limit 1)`

const refused: Record<string, Refused> = {
  'charging profiles of an account': {
    fill: `insert into charging_profiles (id, account_id, profile_number, description, profile, purpose, stack_level)
      select gen_random_uuid(), $1, n, 'x', '{}', 'TxDefaultProfile', 0 from generate_series(1, 1000) n where $2::uuid is not null`,
    free: one('charging_profiles', 'id', `description = 'x'`),
    add: () => [profileSet, { id: null, description: 'new', profile }, operator],
  },
  'pictures of an account': {
    fill: `insert into files (id, account_id, object_id, name, type, content, thumbnail, size)
      select gen_random_uuid(), $1, $2, 'x', 'image/webp', '', '', 0 from generate_series(1, 10000)`,
    free: one('files', 'id', `name = 'x'`),
    add: () => [objectFileSet, { id: station, name: 'x.png', data: dot }, operator],
  },
  'objects of the account’s own classes': {
    fill: `insert into objects (id, class_code, type_id, state_id, account_id, owner_id, label)
      select gen_random_uuid(), 'thing', (select id from class_types where class_code = 'thing'),
        (select id from class_states where class_code = 'object' order by sequence limit 1), $1, $2, 'x'
      from generate_series(1, 50000)`,
    free: one('objects', 'id', `label = 'x'`),
    add: () => [objectSet, { id: null, class: 'thing', label: 'new' }, operator],
  },
  groups: {
    fill: `insert into groups (id, code, name) select gen_random_uuid(), 'filled-' || n, 'x' from ${upTo(1_000, 'groups')}
      where $1::uuid <> $2::uuid`,
    free: one('groups', 'id', `name = 'x'`),
    add: () => [groupSet, { id: null, code: word() }, admin],
  },
  'rows of one table of the object model': {
    fill: `insert into workflow_actions (code, label) select 'filled_' || n, 'x' from ${upTo(5_000, 'workflow_actions')}
      where $1::uuid <> $2::uuid`,
    free: one('workflow_actions', 'code', `label = 'x'`),
    add: () => [workflowActionSet, { id: null, code: word() }, admin],
  },
  'rules of one user for methods': {
    fill: `insert into method_rights (class_code, method_code, user_id, allowed)
      select 'x', 'm' || n, $2, 'x' from generate_series(1, 2000) n where $1::uuid is not null`,
    free: one('method_rights', 'method_code', `class_code = 'x'`),
    add: () => [
      methodAccessSet,
      { class: 'card', method: 'enable', user: operator.id, allow: { x: true } },
      admin,
    ],
  },
  'exceptions of one user for objects': {
    fill: `insert into object_rights (class_code, object_id, user_id, allowed)
      select 'x', gen_random_uuid(), $2, 's' from generate_series(1, 2000) n where $1::uuid is not null`,
    free: one('object_rights', 'object_id', `class_code = 'x'`),
    add: () => [
      objectAccessSet,
      { class: 'charge_point', id: station, user: operator.id, allow: { s: true } },
      admin,
    ],
  },
  'reference data of one kind': {
    fill: `insert into reference_rows (id, kind, code, name) select gen_random_uuid(), 'category', 'filled' || n, 'x'
      from ${upTo(5_000, `reference_rows where kind = 'category'`)} where $1::uuid <> $2::uuid`,
    free: one('reference_rows', 'id', `name = 'x'`),
    add: () => [references.category.set, { id: null, code: word(), name: 'new' }, admin],
  },
  resources: {
    fill: `insert into resources (id, type, name) select gen_random_uuid(), 'text', 'filled ' || n
      from ${upTo(5_000, 'resources')} where $1::uuid <> $2::uuid`,
    free: one('resources', 'id', `name like 'filled%'`),
    add: () => [resourceSet, { id: null, type: 'text', name: word() }, admin],
  },
  'registry keys of a user': {
    fill: `insert into registry_keys (id, user_id, path, parent) select gen_random_uuid(), $2, 'filled' || n, ''
      from ${upTo(500, 'registry_keys where user_id = $2')} where $1::uuid is not null`,
    free: one('registry_keys', 'id', `path like 'filled%'`),
    add: () => [registryKeySet, { root: 'CURRENT_USER', path: word() }, operator],
  },
  'accounts that sign up by themselves': {
    fill: `insert into accounts (id, code, name) select gen_random_uuid(), 'filled' || n, 'x' from ${upTo(10_000, 'accounts')}
      where $1::uuid <> $2::uuid`,
    free: one('accounts', 'id', `name = 'x'`),
    add: () => [signUp, { username: word(), email: `${word()}@example.org`, password }, machine],
  },
}

// Proves L92, L106, L109, L113, L128, L129, L130, L131, L132, L133
test.each(Object.entries(refused))('%s have a limit', async (_name, { fill, free, add }) => {
  // the root of a user's registry is created at the first use
  await server.request(registryKeySet, { root: 'CURRENT_USER', path: 'first' }, operator)
  await server.fresh.pool.query(fill, [operator.accountId, operator.id])
  const [row, body, who] = add()
  const no = await server.requestError(row, body, who)
  expect(no, no.message).toMatchObject({ status: 400 })
  await server.fresh.pool.query(free)
  await server.request(row, body, who)
})

// Proves L108
test('networks of a user are at most 100 of each list', async () => {
  const allowed = Array.from({ length: 101 }, (_, n) => `10.${n}.0.0/16`)
  const set = { id: operator.id, allowed }
  expect(await server.requestError(adminUserIpTableSet, set, admin)).toMatchObject({ status: 400 })
})

test('of many charging profiles added at the same time no more than the limit are stored', async () => {
  const who = await server.user('otto', { accountId: await server.addAccount('parallel') })
  await server.fresh.pool.query(
    `insert into charging_profiles (id, account_id, profile_number, description, profile, purpose, stack_level)
     select gen_random_uuid(), $1, n, 'x', '{}', 'TxDefaultProfile', 0 from generate_series(1, 997) n`,
    [who.accountId],
  )
  const add = (n: number) =>
    server.call(
      profileSet,
      { id: null, description: 'x', profile: { ...profile, chargingProfileId: 2_000 + n } },
      who,
    )
  const statuses = (await Promise.all(Array.from({ length: 8 }, (_, n) => add(n)))).map(
    ({ status }) => status,
  )
  expect(statuses.sort()).toEqual([200, 200, 200, 400, 400, 400, 400, 400])
})

// Proves L93
test('a user has at most 100 login sessions, the most recently used ones', async () => {
  const user = await server.addUser('sven')
  await server.fresh.pool.query(
    `insert into sessions (code, user_id, client_id, last_used_at, expires_at, exchange_until, token_changed_at, proven_at)
     select 'sven ' || n, $1, 'stationmaster-console', now() - interval '1 hour' * n, now() + interval '1 day', now(), now(), now()
     from generate_series(1, 120) n`,
    [user.id],
  )
  await server.fresh.pool.query(`update sessions set revoked_at = now() where code = 'sven 3'`)
  const signedIn = await server.signIn('sven')
  expect(await countOf('sessions', 'user_id = $1', [user.id])).toBe(100)
  const old = ['sven 3', 'sven 2', 'sven 100', 'sven 101']
  expect(
    (await rows<{ code: string }>('select code from sessions where code = any($1)', [old])).map(
      ({ code }) => code,
    ),
  ).toEqual(expect.arrayContaining(['sven 2', 'sven 100']))
  expect(await countOf('sessions', 'code = any($1)', [['sven 3', 'sven 101']])).toBe(0)
  await server.request(whoami, {}, signedIn)
})

// Proves L95
test('a session has at most 1,000 refresh tokens, the newest ones', async () => {
  const who = await server.user('rita')
  await server.fresh.pool.query(
    `insert into refresh_tokens (hash, session_code, created_at, expires_at, used_at)
     select sha256(n::text::bytea), $1, now() - interval '1 minute' * n, now() + interval '1 day', now()
     from generate_series(1, 1100) n`,
    [who.session],
  )
  const renew = (refresh_token: string) =>
    server.post(token.path, { grant_type: 'refresh_token', refresh_token })
  const reply = await renew(who.refresh)
  expect(reply.status).toBe(200)
  expect(await countOf('refresh_tokens', 'session_code = $1', [who.session])).toBe(1_000)
  expect((await renew((reply.body as { refresh_token: string }).refresh_token)).status).toBe(200)
})

// Proves L96
test('a session has at most 20 tickets for live connections', async () => {
  const who = await server.user('lena')
  for (let n = 0; n < 23; n++) await server.request(liveTicket, {}, who)
  expect(await countOf('live_tickets', 'session_code = $1', [who.session])).toBe(20)
})

// Proves L97
test('a user has at most 200 authorization codes, the newest ones', async () => {
  const who = await server.user('anna')
  await server.fresh.pool.query(
    `insert into authorization_codes (hash, user_id, by_session, client_id, redirect_uri, challenge, expires_at)
     select sha256(n::text::bytea), $1, $2, 'portal', $3, 'x', now() + interval '1 second' * n
     from generate_series(1, 230) n`,
    [who.id, who.session, back],
  )
  const body = {
    response_type: 'code',
    client_id: 'portal',
    redirect_uri: back,
    code_challenge_method: 'S256',
    code_challenge: 'x'.repeat(43),
  }
  await server.request(sessionAuthorize, body, who)
  expect(await countOf('authorization_codes', 'user_id = $1', [who.id])).toBe(200)
})

// Proves L98
test('a user has at most 20 tickets between the password and the second factor', async () => {
  const who = await server.user('milo')
  await server.db
    .insertInto('second_factors')
    .values({ user_id: who.id, secret: Buffer.from('x'), created_at: new Date(), confirmed_at: new Date() })
    .execute()
  await server.fresh.pool.query(
    `insert into mfa_tickets (hash, user_id, client_id, expires_at)
     select sha256(n::text::bytea), $1, 'stationmaster-console', now() + interval '1 minute' * n from generate_series(1, 30) n`,
    [who.id],
  )
  await server.post(token.path, { grant_type: 'password', username: 'milo', password })
  expect(await countOf('mfa_tickets', 'user_id = $1', [who.id])).toBe(20)
})

// Proves L100
test('a user has at most 5 links that set a new password', async () => {
  const who = await server.addUser('rolf', { email: 'rolf@example.org' })
  for (let n = 0; n < 8; n++) await server.request(passwordRecovery, { identifier: 'rolf' }, machine)
  expect(await countOf('password_recoveries', 'user_id = $1', [who.id])).toBe(5)
  server.clock.forward(31 * 60_000)
  await server.request(passwordRecovery, { identifier: 'rolf' }, machine)
  expect(await countOf('password_recoveries', 'user_id = $1', [who.id])).toBe(1)
})
