import {
  carList,
  carSet,
  cardSet,
  clientSet,
  commandSend,
  search,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('searcher', { accountId: await server.addAccount('searcher') })
})
afterAll(() => server.close())

const find = (text: string, who = operator) => server.request(search, { text }, who)
const labels = async (text: string, who = operator) => (await find(text, who)).map(({ label }) => label)

const addStations = (prefix: string, count: number) =>
  sql`
  insert into stations (id, account_id, identity, address)
  select gen_random_uuid(), ${operator.accountId}, ${prefix} || lpad(n::text, 6, '0'), 'Hafenweg ' || n
  from generate_series(1, ${count}::int) n`.execute(server.db)

// Proves S2.23
test('an identity comes first, then its beginning, whole words, beginnings of words and parts of words', async () => {
  for (const [identity, label] of [
    ['XBERX', 'Part of a word'],
    ['Q1', 'Berlin, beginning of a word'],
    ['Q2', 'At the Ber'],
    ['BER-2', 'Beginning'],
    ['BER', 'Identity'],
  ])
    await server.request(stationSet, { id: null, identity, label }, operator)
  expect(await labels('ber')).toEqual([
    'Identity',
    'Beginning',
    'At the Ber',
    'Berlin, beginning of a word',
    'Part of a word',
  ])
  await server.request(stationSet, { id: null, identity: 'Q3', address: 'Schulstraße 3' }, operator)
  expect(await labels('schulstrasse')).toEqual(['Q3'])
  expect(await labels('berlni')).toEqual(['Berlin, beginning of a word'])
  expect(await labels('bxrlin')).toEqual(['Berlin, beginning of a word'])
})

// Proves S2.23
test('stations, sites, clients and cards are found by all their texts, in groups', async () => {
  await server.request(stationSet, { id: null, identity: 'G-1', address: 'Lindenhof 4' }, operator)
  await server.request(siteSet, { id: null, label: 'Garage', address: 'Lindenhof 5', city: 'Kiel' }, operator)
  const client = await server.request(clientSet, { id: null, name: 'Lindenhof GmbH' }, operator)
  await server.request(cardSet, { id: null, code: 'LH1', client: client.id }, operator)
  const classes = ['charge_point', 'site', 'client', 'card']
  expect((await find('lindenhof')).map(({ classcode }) => classcode)).toEqual(classes)
  expect((await find('lindnhof')).map(({ classcode }) => classcode)).toEqual(classes.slice(0, 3))
})

// Proves S2.23, L103
test('finds names without accents and separators, in any order of words, and with typing errors', async () => {
  const owner = await server.user('owner', { accountId: await server.addAccount('owner') })
  const identity = `EV-${newId().slice(-6)}-0001`
  const label = 'Zürich Hauptbahnhof'
  await server.request(stationSet, { id: null, identity, label }, owner)
  const code = `ZQ-${newId().slice(-8)}`
  const { id } = await server.request(cardSet, { id: null, code, name: 'Übelhör' }, owner)
  const found = async (text: string, who = owner) =>
    (await server.request(search, { text }, who)).map((hit) => hit.label)
  for (const text of [
    identity.replaceAll('-', '').toLowerCase(),
    'zurich',
    'Hauptbahnhof Zürich',
    'hauptbanhof',
    'zruich haupt',
    'hauptbahhnof',
  ])
    expect(await found(text), text).toEqual([label])
  expect((await server.request(search, { text: code }, owner))[0]!.address).toBe(`/crm/card/${id}`)
  for (const text of [code.replace('-', ''), 'ubelhor', 'übelhoer', 'übehlör'])
    expect(await found(text), text).toEqual(['Übelhör'])
  for (const text of ['hauptbanhof', 'übelhoer']) expect(await found(text, operator), text).toEqual([])
  // another number is not a typing error
  expect(await found(identity.replace('0001', '0002'))).toEqual([])
  expect(await found(identity.replace('0001', '0010'))).toEqual([])
  for (const text of ['%', '_', '.*', '\\', "'"]) expect(await found(text), text).toEqual([])
})

test('cars are found by plate, make and identification number, and only by those who see their client', async () => {
  const client = await server.request(clientSet, { id: null, name: 'Fuhrpark' }, operator)
  const car = { id: null, identity: 'B-QX 7412', make: 'Wartburg', vin: 'WVWZZZ1KZAW000321' }
  const { id } = await server.request(carSet, { ...car, client: client.id }, operator)
  const hit = { id, classcode: 'car', label: 'B-QX 7412', address: `/crm/client/${client.id}/cars` }
  for (const text of ['b-qx 7412', 'BQX7412', 'qx7412', '7412', 'wartburg', 'wartbrug', 'wvwzzz1kzaw000321'])
    expect(await find(text), text).toMatchObject([hit])
  const other = await server.request(clientSet, { id: null, name: 'Other' }, operator)
  const memberOf = async (name: string, client_id: string) => {
    const member = await server.user(name, { accountId: operator.accountId })
    await server.db.updateTable('users').set({ client_id }).where('id', '=', member.id).execute()
    return member
  }
  expect(await find('BQX7412', await memberOf('chauffeur', client.id))).toMatchObject([hit])
  const stranger = await memberOf('stranger', other.id)
  for (const text of ['BQX7412', '7412', 'wartbrug']) expect(await find(text, stranger), text).toEqual([])
})

test('the car of a driver without a client leads to the list of cars', async () => {
  const driver = await server.user('carla', { accountId: operator.accountId, interface: 'driver' })
  const { id } = await server.request(carSet, { id: null, identity: 'KI-CA 88' }, driver)
  expect(await find('kica88')).toMatchObject([{ id, classcode: 'car', address: `/crm/cards/cars/${id}` }])
  expect(await server.request(carList, { filter: { identity: 'KI-CA 88' } }, operator)).toMatchObject([
    { id, driver: 'carla', client: null },
  ])
})

test('clients and users are found by their phone number, however it is written', async () => {
  const { id } = await server.request(
    clientSet,
    { id: null, name: 'Caller', phone: '+49 (0)171 555-98 27' },
    operator,
  )
  for (const text of ['01715559827', '+49 171 5559827', '0049/171/5559827', '5559827', '9827'])
    expect(await find(text), text).toMatchObject([{ id, classcode: 'client' }])
  expect(await find('5559826')).toEqual([])
  const admin = await server.signIn('admin')
  await server.addUser('telephone')
  await sql`update users set phone = '0621 778899' where username = 'telephone'`.execute(server.db)
  expect(await find('+49 621 778899', admin)).toMatchObject([{ classcode: 'user', label: 'telephone' }])
})

test('a card is found by its last characters, before others that have them elsewhere', async () => {
  await server.request(cardSet, { id: null, code: 'K7F3A00' }, operator)
  await server.request(cardSet, { id: null, code: '04A1B2K7F3' }, operator)
  expect(await labels('k7f3')).toEqual(['K7F3A00', '04A1B2K7F3'])
  await server.request(cardSet, { id: null, code: '00K7F300' }, operator)
  expect(await labels('k7f3')).toEqual(['K7F3A00', '04A1B2K7F3', '00K7F300'])
})

test('a station is found by the address of its site', async () => {
  const site = await server.request(
    siteSet,
    { id: null, label: 'Nordtor', address: 'Kranbahnallee 8', city: 'Emden' },
    operator,
  )
  await server.request(stationSet, { id: null, identity: 'AT-SITE', site: site.id }, operator)
  expect(await find('kranbahnallee 8')).toMatchObject([
    { classcode: 'charge_point', description: 'AT-SITE · Nordtor, Kranbahnallee 8, Emden' },
    { classcode: 'site' },
  ])
})

test('leads from a sent command to its form', async () => {
  const owner = await server.user('sender', { accountId: await server.addAccount('sender') })
  const { station } = await server.request(stationSet, { id: null, identity: 'S 1?2' }, owner)
  await server.request(
    commandSend,
    { identities: [station.id], action: 'Reset', payload: { type: 'Soft' } },
    owner,
  )
  const hits = await server.request(search, { text: 'reset', entities: ['command'] }, owner)
  expect(hits).toMatchObject([{ label: 'Reset', address: '/ocpp/command/S%201%3F2/Reset' }])
})

test('cards of the own client are found by its name, however many other clients have the text', async () => {
  const clients: string[] = []
  for (let n = 0; n < 22; n += 1)
    clients.push((await server.request(clientSet, { id: null, name: `Holding ${n}` }, operator)).id)
  await server.request(cardSet, { id: null, code: 'HOLD1', client: clients.at(-1) }, operator)
  const member = await server.user('holder', { accountId: operator.accountId })
  const of = { client_id: clients.at(-1)! }
  await server.db.updateTable('users').set(of).where('id', '=', member.id).execute()
  expect((await find('holding', member)).map(({ classcode }) => classcode)).toEqual(['client', 'card'])
})

test('users are found by administrators only', async () => {
  await server.addUser('quentin')
  const admin = await server.signIn('admin')
  expect(await find('quentn', admin)).toMatchObject([{ classcode: 'user', label: 'quentin' }])
  expect(await find('quentin')).toEqual([])
})

// Proves L156, L157
test('a class has the best 20 results, and counts up to 500 matches', async () => {
  await addStations('KAI-', 600)
  const hits = await find('kai')
  expect(hits).toHaveLength(20)
  expect(hits[0]).toMatchObject({ label: 'KAI-000001', classcount: 500 })
  expect(await find('kai-000600')).toMatchObject([{ label: 'KAI-000600', classcount: 1 }])
  expect((await find('hafenweg 599')).map(({ label }) => label)).toEqual(['KAI-000599'])
})

// Proves L184
test('a word of one or two characters is found at the beginning of words and the end of identities only', async () => {
  for (const [identity, label] of [
    ['WQ-0017', 'Kiosk vj'],
    ['WQ-0170', 'Kiosk avj'],
  ])
    await server.request(stationSet, { id: null, identity, label }, operator)
  expect(await labels('wq')).toEqual(['Kiosk vj', 'Kiosk avj'])
  for (const text of ['wq 17', 'vj', 'kiosk v']) expect(await labels(text), text).toEqual(['Kiosk vj'])
  expect(await labels('avj')).toEqual(['Kiosk avj'])
})

test('objects of other accounts do not take the place of own ones', async () => {
  await addStations('MOLE-', 600)
  const other = await server.user('other', { accountId: await server.addAccount('other') })
  await server.request(stationSet, { id: null, identity: 'XMOLE' }, other)
  expect(await labels('mole', other)).toEqual(['XMOLE'])
})

test('typing errors are found without the extension pg_trgm as well', async () => {
  await sql`create or replace function text_resembles(wanted text, said text) returns boolean language sql stable
    return strpos(said, wanted) > 0`.execute(server.db)
  await sql`create or replace function text_likeness(wanted text, said text) returns real language sql immutable
    return (case when strpos(said, wanted) > 0 then 1 else 0 end)::real`.execute(server.db)
  await sql`drop extension pg_trgm cascade`.execute(server.db)
  for (const text of ['lidenhof 4', 'lindenohf 4', 'lindenhoff 4', 'lindxnhof 4'])
    expect(await labels(text), text).toEqual(['G-1'])
  const { rows } = await sql<{ found: boolean }>`select prepare_search() as found`.execute(server.db)
  expect(rows).toEqual([{ found: true }])
  expect(await labels('lindenohf 4')).toEqual(['G-1'])
})
