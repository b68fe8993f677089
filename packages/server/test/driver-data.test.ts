import {
  carList,
  carSet,
  cardAction,
  cardList,
  cardSet,
  clientSet,
  driverCardAdd,
  driverReportSend,
  maxExportedRows,
  methodRun,
  noticeList,
  sessionCost,
  transactionList,
  userDataDelete,
  userDataGet,
  whoami,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let driver: TestUser
let other: TestUser

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  driver = await server.user('dora', { interface: 'driver' })
  other = await server.user('otto', { interface: 'driver' })
})
afterAll(() => server.close())

const statesOf = async (who: TestUser) =>
  Object.fromEntries((await server.request(cardList, {}, who)).map((card) => [card.code, card]))

// Proves S1.2, S3.12
test('drivers have cars of their own, which other drivers do not see', async () => {
  const car = await server.request(carSet, { id: null, identity: 'KI ML 482E', charger: 'CCS' }, driver)
  expect(car).toMatchObject({ client: null, charger: 'CCS', statecode: 'enabled' })
  expect(await server.request(carList, {}, other)).toEqual([])
  const foreign = { id: car.id, charger: 'Type 2' }
  expect((await server.requestError(carSet, foreign, other)).status).toBe(404)
  expect((await server.requestError(methodRun, { id: car.id, code: 'delete' }, other)).status).toBe(404)
  await server.request(carSet, { id: car.id, label: 'Family' }, driver)
  expect(await server.request(carList, {}, operator)).toMatchObject([{ label: 'Family' }])
  // what an operator decides remains with the operator
  expect(Object.keys((await server.request(carList, {}, driver))[0]!.methods)).toEqual(['delete'])
  expect((await server.requestError(methodRun, { id: car.id, code: 'disable' }, driver)).status).toBe(403)
  await server.request(methodRun, { id: car.id, code: 'delete' }, driver)
  expect(await server.request(carList, {}, driver)).toEqual([])
})

test('a driver cannot add a car to a client, and a driver of a client adds it to that one only', async () => {
  const { id: client } = await server.request(clientSet, { id: null, name: 'Fleet' }, operator)
  const wrong = await server.requestError(carSet, { id: null, identity: 'X', client }, driver)
  expect(wrong).toMatchObject({ code: 'client.not_found', field: 'client' })
  const missing = await server.requestError(carSet, { id: null, identity: 'X' }, operator)
  expect(missing).toMatchObject({ code: 'value.required', field: 'client' })
  const member = await server.user('mila', { interface: 'driver' })
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', member.id).execute()
  const { clientname } = await server.request(carSet, { id: null, identity: 'M 1' }, member)
  expect(clientname).toBe('Fleet')
})

test('a driver blocks a lost card and unblocks it, but not one that an operator has blocked', async () => {
  const { id } = await server.request(cardSet, { id: null, code: 'DORA-1', driver: 'dora' }, operator)
  const offered = async () => Object.keys((await statesOf(driver))['DORA-1']!.methods)
  expect(await offered()).toEqual(['report_lost'])
  expect((await server.requestError(methodRun, { id, code: 'report_lost' }, other)).status).toBe(404)
  await server.request(methodRun, { id, code: 'report_lost' }, driver)
  expect((await statesOf(driver))['DORA-1']).toMatchObject({ statecode: 'lost', verdict: 'Blocked' })
  expect(await offered()).toEqual(['enable'])
  await server.request(methodRun, { id, code: 'enable' }, driver)
  await server.request(cardAction, { id, action: 'disable' }, operator)
  expect(await offered()).toEqual([])
  for (const code of ['enable', 'report_lost', 'delete'])
    expect((await server.requestError(methodRun, { id, code }, driver)).status, code).toBe(403)
})

test('a card that a driver adds waits for an operator, who gets a notice', async () => {
  const card = await server.request(driverCardAdd, { code: '04A1B2C3', name: 'Blue fob' }, driver)
  expect(card).toMatchObject({ statecode: 'created', verdict: 'Blocked', driver: 'dora', methods: {} })
  expect((await server.requestError(methodRun, { id: card.id, code: 'enable' }, driver)).status).toBe(403)
  const [notice] = await server.request(noticeList, {}, operator)
  expect(notice).toMatchObject({ objectclass: 'card', object: card.id, objectlabel: '04A1B2C3' })
  expect(notice!.text).toContain('dora')
  await server.request(cardAction, { id: card.id, action: 'enable' }, operator)
  expect((await statesOf(driver))['04A1B2C3']).toMatchObject({ verdict: 'Accepted' })
  const taken = await server.requestError(driverCardAdd, { code: '04a1b2c3' }, other)
  expect(taken).toMatchObject({ code: 'card.code_taken', field: 'code' })
})

// Proves L273, L274
test('a driver has at most 20 cars and adds a card to at most 20', async () => {
  const vast = await server.user('vera', { interface: 'driver' })
  for (let no = 0; no < 20; no += 1) await server.request(carSet, { id: null, identity: `V ${no}` }, vast)
  const full = await server.requestError(carSet, { id: null, identity: 'V 20' }, vast)
  expect(full).toMatchObject({ code: 'limit.reached', params: { limit: 20 } })
  for (let no = 0; no < 20; no += 1)
    await server.request(cardSet, { id: null, code: `VERA-${no}`, driver: 'vera' }, operator)
  const refused = await server.requestError(driverCardAdd, { code: 'VERA-20' }, vast)
  expect(refused).toMatchObject({ code: 'limit.reached', params: { limit: 20 } })
})

/** Adds a driver with a card, a car and a session at a public station. */
async function addDriver(name: string, state: 'running' | 'finished') {
  const person = await server.user(name, { interface: 'driver' })
  const { id: card } = await server.request(
    cardSet,
    { id: null, code: `${name}-card`, driver: name },
    operator,
  )
  await server.request(carSet, { id: null, identity: `${name}-plate` }, person)
  const [station, session] = [newId(), newId()]
  const { accountId: account_id } = operator
  await server.db
    .insertInto('stations')
    .values({ id: station, account_id, identity: `CP-${name}`, label: 'Harbour', type: 'public' })
    .execute()
  await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, card_id, decision,
      start_key, started_at, received_start_at, meter_start_wh, state, stopped_at, received_stop_at, meter_stop_wh, energy_wh)
    select ${session}, nextval('public_station_numbers'), ${account_id}, ${station}, 1, ${`${name}-card`}, ${`${name}-card`},
      ${card}, 'Accepted', ${name}, now() - interval '1 hour', now(), 0, ${state},
      case when ${state} = 'finished' then now() end, case when ${state} = 'finished' then now() end,
      case when ${state} = 'finished' then 5000 end, case when ${state} = 'finished' then 5000 else 0 end`.execute(
    server.db,
  )
  return { person, session, card }
}

// Proves L275
test('the export has the data of the caller and of no other person', async () => {
  const { person, session } = await addDriver('xenia', 'finished')
  const yuri = await addDriver('yuri', 'finished')
  const report = { id: newId(), category: 'damaged' } as const
  await server.request(driverReportSend, { ...report, session, text: 'The plug is broken' }, person)
  const foreign = { ...report, id: newId(), session: yuri.session, text: 'As yuri saw it' }
  await server.request(driverReportSend, foreign, yuri.person)
  const data = await server.request(userDataGet, {}, person)
  expect(data.profile).toMatchObject({ username: 'xenia' })
  expect(data.cards).toMatchObject([{ code: 'xenia-card' }])
  expect(data.cars).toMatchObject([{ identity: 'xenia-plate' }])
  expect(data.sessions).toMatchObject([{ place: 'Harbour', card: 'xenia-card', energy_wh: 5000 }])
  expect(data.reports).toMatchObject([{ place: 'Harbour', category: 'damaged', text: 'The plug is broken' }])
  expect(data.logins).toHaveLength(1)
  for (const other of ['yuri', 'CP-xenia', 'password']) expect(JSON.stringify(data)).not.toContain(other)
})

test('a driver who gets a card sees nothing of the driver before, who keeps the sessions', async () => {
  const { person, session, card } = await addDriver('anna', 'finished')
  const next = await server.user('ben', { interface: 'driver' })
  await server.request(cardSet, { id: card, driver: 'ben' }, operator)
  const sessionsOf = async (who: TestUser) =>
    (await server.request(transactionList, {}, who)).map(({ id }) => id)
  expect([await sessionsOf(person), await sessionsOf(next)]).toEqual([[session], []])
  expect((await server.requestError(sessionCost, { id: session }, next)).status).toBe(404)
  expect((await server.request(userDataGet, {}, next)).sessions).toEqual([])
  expect((await server.request(userDataGet, {}, person)).sessions).toHaveLength(1)
  await server.request(userDataDelete, {}, person)
  expect(await sessionsOf(next)).toEqual([])
  const links = sql`select from card_drivers where user_id = ${person.id}`
  expect((await links.execute(server.db)).rows).toEqual([])
})

test('a card without a driver keeps its sessions for the first one', async () => {
  const { session, card, person } = await addDriver('cara', 'finished')
  await sql`update cards set owner_id = null where id = ${card}`.execute(server.db)
  await sql`delete from card_drivers where card_id = ${card}`.execute(server.db)
  expect(await server.request(transactionList, {}, person)).toEqual([])
  await server.request(cardSet, { id: card, driver: 'cara' }, operator)
  expect(await server.request(transactionList, {}, person)).toMatchObject([{ id: session }])
})

// Proves L372
test('a card keeps its last 100 earlier drivers', async () => {
  const { id } = await server.request(cardSet, { id: null, code: 'SHARED', driver: 'dora' }, operator)
  for (let count = 0; count < 51; count += 1)
    for (const owner of [other.id, driver.id])
      await server.db.updateTable('cards').set({ owner_id: owner }).where('id', '=', id).execute()
  const { rows } = await sql`select from card_drivers where card_id = ${id}`.execute(server.db)
  expect(rows).toHaveLength(100)
})

test('the export has devices, saved views, payments and places in queues', async () => {
  const [person, foreign] = [await addDriver('walt', 'finished'), await addDriver('vince', 'finished')]
  const { id: client } = await server.request(clientSet, { id: null, name: 'Prepaid' }, operator)
  const account = operator.accountId
  for (const { person: user, card, session } of [person, foreign]) {
    await server.db.updateTable('users').set({ client_id: client }).where('id', '=', user.id).execute()
    const name = user.id.slice(-12)
    await sql`insert into push_subscriptions (id, user_id, session_code, created_at, endpoint, p256dh, auth, server_key)
      select gen_random_uuid(), user_id, code, now(), 'https://push.example/' || ${name}::text,
        decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex'), 'x'
      from sessions where user_id = ${user.id} limit 1`.execute(server.db)
    await sql`insert into saved_views (id, account_id, user_id, list, name, search, created_at, updated_at)
      values (gen_random_uuid(), ${account}, ${user.id}, 'transactions', ${name}, 'q=a', now(), now())`.execute(
      server.db,
    )
    await sql`insert into payments (id, account_id, client_id, owner_id, type, purpose, currency, amount_minor)
      values (gen_random_uuid(), ${account}, ${client}, ${user.id}, 'offline', 'top_up', 'EUR', 2050)`.execute(
      server.db,
    )
    await sql`insert into queue_places (id, user_id, account_id, place_id, card_id, joined_at, ended_at, end_reason)
      select gen_random_uuid(), ${user.id}, ${account}, station_id, ${card}, now(), now(), 'left'
      from transactions where id = ${session}`.execute(server.db)
  }
  const data = await server.request(userDataGet, {}, person.person)
  expect(data).toMatchObject({
    devices: [{ service: 'push.example' }],
    views: [{ list: 'transactions', name: person.person.id.slice(-12) }],
    payments: [{ purpose: 'top_up', amount: 20.5, currency: 'EUR', invoice: null }],
    queues: [{ place: 'Harbour', card: 'walt-card', end_reason: 'left' }],
  })
})

/** Tables that name a user, by how the export treats them. A new table belongs to one of these. */
const tablesOfUsers = {
  exported: [
    'car_drivers',
    'card_drivers',
    'cards',
    'cars',
    'driver_charges',
    'driver_favourites',
    'notices',
    'payments',
    'problem_reports',
    'push_subscriptions',
    'queue_places',
    'reservations',
    'saved_views',
    'sessions',
    'user_identities',
  ],
  'how the user signs in, and what the user may do': [
    'authorization_codes',
    'class_rights',
    'email_confirmations',
    'group_members',
    'method_rights',
    'mfa_tickets',
    'object_rights',
    'password_recoveries',
    'recovery_codes',
    'second_factors',
    'sign_in_addresses',
    'user_networks',
  ],
  'picture and settings, which the console shows': [
    'avatars',
    'incident_notifications',
    'push_settings',
    'registry_keys',
    'saved_view_defaults',
  ],
  'objects of the operator that the user has changed, as the audit trail states': [
    'access_rules',
    'availability_exclusions',
    'bulk_runs',
    'client_groups',
    'clients',
    'commands',
    'exclusion_files',
    'files',
    'incident_deliveries',
    'incident_entries',
    'incident_escalations',
    'incidents',
    'invoices',
    'notes',
    'objects',
    'queue_cancellations',
    'refunds',
    'sellers',
    'sites',
    'stations',
    'tariff_versions',
    'tariffs',
    'unmatched_messages',
  ],
}

test('each table that names a user is in the export, or is not for a reason', async () => {
  const { rows } = await sql<{
    name: string
  }>`select distinct conrelid::regclass::text as name from pg_constraint
    where confrelid = 'users'::regclass and contype = 'f'`.execute(server.db)
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.values(tablesOfUsers).flat().sort())
})

// Proves L275
test('the export has the newest 10,000 rows of a kind', async () => {
  const { person } = await addDriver('vast', 'finished')
  await sql`insert into notices (id, created_at, user_id, text)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), ${person.id}, n::text
    from generate_series(1, ${maxExportedRows + 1}::int) n`.execute(server.db)
  const { notices } = await server.request(userDataGet, {}, person)
  expect(maxExportedRows).toBe(10_000)
  expect(notices).toHaveLength(maxExportedRows)
  expect([notices[0], notices.at(-1)]).toMatchObject([{ text: '10001' }, { text: '2' }])
})

test('an erased driver is signed out and leaves sessions without a person', async () => {
  const { person, session, card } = await addDriver('zora', 'finished')
  const report = { id: newId(), session, category: 'damaged' } as const
  await server.request(driverReportSend, report, person)
  await server.request(userDataDelete, {}, person)
  // all processes are notified after the commit
  await expect.poll(async () => (await server.call(whoami, {}, person)).status).toBe(401)
  const row = await server.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    username: `deleted-${person.id}`,
    email: null,
    password_hash: null,
    state: 'deleted',
  })
  for (const table of ['sessions', 'notices', 'driver_charges', 'user_identities'] as const)
    expect(await server.db.selectFrom(table).where('user_id', '=', person.id).execute(), table).toEqual([])
  const reports = server.db.selectFrom('problem_reports').select('user_id').where('id', '=', report.id)
  expect(await reports.execute()).toEqual([{ user_id: null }])
  expect(await server.db.selectFrom('cars').where('identity', '=', 'zora-plate').execute()).toEqual([])
  const sessions = await server.db
    .selectFrom('transactions as t')
    .innerJoin('cards as k', 'k.id', 't.card_id')
    .select(['t.energy_wh', 'k.owner_id', 'k.state'])
    .where('t.id', '=', session)
    .execute()
  expect(sessions).toMatchObject([{ owner_id: null, state: 'deleted' }])
  expect(
    await server.request(cardList, { filter: { id: card, statecode: 'deleted' } }, operator),
  ).toMatchObject([{ driver: null }])
})

test('a driver with a running session and the last administrator cannot erase themselves', async () => {
  const { person, card } = await addDriver('willa', 'running')
  expect((await server.requestError(userDataDelete, {}, person)).code).toBe('driver.erase_running')
  // the session remains theirs
  await server.request(cardSet, { id: card, driver: 'otto' }, operator)
  expect((await server.requestError(userDataDelete, {}, person)).code).toBe('driver.erase_running')
  expect((await server.request(whoami, {}, person)).userid).toBeDefined()
  const admin = await server.signIn('admin')
  expect((await server.requestError(userDataDelete, {}, admin)).code).toBe('user.last_administrator')
})
