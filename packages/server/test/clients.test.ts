import {
  adminUserSet,
  cardSet,
  clientCount,
  clientGet,
  clientList,
  clientMethod,
  clientSet,
  clientTotals,
  clientType,
  methodRun,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  admin = await server.user('adam', { isAdmin: true })
})
afterAll(() => server.close())

let numbers = 0
const addClient = (body: Record<string, unknown> = {}, who = operator) => {
  numbers += 1
  return server.request(clientSet, { id: null, name: `Client ${numbers}`, ...body }, who)
}

// Proves S3.12
test('a client is created with all its fields, numbered, and enabled', async () => {
  const fields = {
    typecode: 'customer',
    firstname: 'Zaphod',
    lastname: 'Beeblebrox',
    middlename: 'X',
    label: 'President',
    description: 'Pays by invoice',
    currencycode: 'CHF',
    email: 'zaphod@example.org',
    emailverified: true,
    phone: '+41 44 000 00 00',
    phoneverified: false,
    birthday: '1980-02-29',
    identity: 'CHE-123.456.789',
    localecode: 'de',
    tags: ['fleet', 'vip'],
  }
  const { name: _name, ...unnamed } = { name: undefined, ...fields }
  const client = await server.request(clientSet, { id: null, ...unnamed }, operator)
  expect(client).toMatchObject({ ...fields, name: 'Zaphod Beeblebrox', statecode: 'enabled', version_no: 1 })
  expect(client.code).toMatch(/^C\d{5}$/)
  const next = await addClient()
  expect(Number(next.code.slice(1))).toBe(Number(client.code.slice(1)) + 1)
  expect(next).toMatchObject({
    typecode: 'company',
    currencycode: 'EUR',
    localecode: 'en',
    stations: 0,
    cards: 0,
  })
})

test('a change keeps absent fields, is refused after another change, and is in the audit trail', async () => {
  const { id } = await addClient({ phone: '1', email: 'a@example.org' })
  const changed = await server.request(clientSet, { id, phone: ' 2 ', version_no: 1 }, operator)
  expect(changed).toMatchObject({ phone: '2', email: 'a@example.org', version_no: 2 })
  const late = { id, phone: '3', version_no: 1 }
  expect(await server.requestError(clientSet, late, operator)).toMatchObject({
    status: 409,
    code: 'object.edited',
  })
  expect(await server.changesOf(id)).toEqual(['create by olga', 'update by olga'])
})

test.each([
  [{ code: 'TAKEN' }, 409, 'client.code_taken', 'code'],
  [{ name: ' ' }, 400, 'value.required', 'name'],
  [{ birthday: '2026-02-30' }, 400, 'value.date', 'birthday'],
  [{ currencycode: 'euro' }, 400, 'value.pattern', 'currencycode'],
  [{ typecode: 'none' }, 400, 'value.not_listed', 'typecode'],
] as const)('%j is refused with the field', async (body, status, code, field) => {
  await server.call(clientSet, { id: null, name: 'First', code: 'taken' }, operator)
  expect(await server.requestError(clientSet, { id: null, name: 'Second', ...body }, operator)).toMatchObject(
    {
      status,
      code,
      field,
    },
  )
  const { id } = await addClient()
  expect(await server.requestError(clientSet, { id, ...body }, operator)).toMatchObject({ code, field })
})

test('methods change the state, and deleted clients are listed only by their state', async () => {
  const { id, name } = await addClient()
  const offered = await server.request(clientMethod, { id }, operator)
  expect(offered.filter(({ enabled }) => enabled).map(({ code }) => code)).toEqual(['disable', 'delete'])
  await server.request(methodRun, { id, code: 'disable' }, operator)
  expect((await server.request(clientGet, { id }, operator)).statecode).toBe('disabled')
  await server.request(methodRun, { id, code: 'delete' }, operator)
  expect(await server.request(clientCount, { filter: { name } }, operator)).toEqual({ count: 0 })
  const deleted = { filter: { name, statecode: 'deleted' } }
  expect(await server.request(clientCount, deleted, operator)).toEqual({ count: 1 })
  expect(await server.requestError(clientSet, { id, name: 'again' }, operator)).toMatchObject({
    code: 'client.not_found',
  })
  await server.request(methodRun, { id, code: 'restore' }, operator)
  expect((await server.request(clientGet, { id }, operator)).statecode).toBe('enabled')
})

test('types are those of the class', async () => {
  const types = await server.request(clientType, { fields: ['code'] }, operator)
  expect(types.map(({ code }) => code)).toEqual(['company', 'customer', 'driver'])
})

// Proves S3.10
test('stations, cards and users of a client are counted, and its first user is named', async () => {
  const { id } = await addClient()
  await server.request(stationSet, { id: null, identity: 'OF-CLIENT', client: id }, operator)
  const card = await server.request(cardSet, { id: null, code: 'OFCLIENT', client: id }, operator)
  expect(card.client).toBe(id)
  const { id: user } = await server.addUser('clara')
  await server.request(adminUserSet, { id: user, client: id }, admin)
  expect(await server.request(clientGet, { id }, operator)).toMatchObject({
    stations: 1,
    cards: 1,
    users: 1,
    username: 'clara',
  })
  const elsewhere = await server.user('eve', { accountId: await server.addAccount('elsewhere') })
  expect(
    await server.requestError(cardSet, { id: null, code: 'THEFT', client: id }, elsewhere),
  ).toMatchObject({
    status: 404,
    code: 'client.not_found',
    field: 'client',
  })
})

const session = (more: {
  number: number
  station_id: string
  started_at: Date
  stopped_at: Date
  energy_wh: number
  card_id?: string
}) => ({
  id: newId(),
  account_id: operator.accountId,
  id_tag: 'T',
  id_tag_folded: 't',
  start_key: newId(),
  decision: 'Accepted',
  meter_start_wh: 0,
  state: 'finished' as const,
  evse_no: 1,
  flags: [],
  ...more,
})

const hour = 3_600_000
/** Returns the date of a time in a time zone. */
const dayOf = (time: Date, timeZone: string) => time.toLocaleDateString('sv', { timeZone })

describe('the totals of a client', () => {
  // Proves S9.7
  test('count sessions at its stations and with its cards once each, by period', async () => {
    const { id } = await addClient()
    const { station } = await server.request(
      stationSet,
      { id: null, identity: 'TOTALS', client: id },
      operator,
    )
    const card = await server.request(cardSet, { id: null, code: 'TOTALS', client: id }, operator)
    const { station: other } = await server.request(stationSet, { id: null, identity: 'TOTALS-2' }, operator)
    const now = Date.now()
    const at = (ago: number) => ({ started_at: new Date(now - ago), stopped_at: new Date(now - ago + hour) })
    const longAgo = 400 * 24 * hour
    await server.db
      .insertInto('transactions')
      .values([
        session({ number: 1, station_id: station.id, card_id: card.id, energy_wh: 1000, ...at(1) }),
        session({ number: 2, station_id: other.id, card_id: card.id, energy_wh: 500, ...at(longAgo) }),
        session({ number: 3, station_id: other.id, energy_wh: 90_000, ...at(1) }),
      ])
      .execute()
    const totals = await server.request(clientTotals, { id }, operator)
    expect(totals.map(({ period }) => period)).toEqual(['today', 'week', 'month', 'all'])
    for (const { period, ...sums } of totals)
      expect([period, sums]).toEqual([
        period,
        period === 'all'
          ? { sessions: 2, energy: 1500, duration: 7200 }
          : { sessions: 1, energy: 1000, duration: 3600 },
      ])
  })

  test('use the days of a time zone', async () => {
    const { id } = await addClient()
    expect(await server.requestError(clientTotals, { id, timezone: 'Mars/Base' }, operator)).toMatchObject({
      code: 'value.time_zone_unknown',
      field: 'timezone',
    })
    const { station } = await server.request(
      stationSet,
      { id: null, identity: 'ZONES', client: id },
      operator,
    )
    // 13 hours ago is yesterday for at least one of two zones 25 hours apart, and today for at least one of three
    const started_at = new Date(Date.now() - 13 * hour)
    await server.db
      .insertInto('transactions')
      .values(
        session({ number: 4, station_id: station.id, energy_wh: 7, started_at, stopped_at: new Date() }),
      )
      .execute()
    const zones = ['Pacific/Kiritimati', 'Etc/UTC', 'Pacific/Niue']
    const sessions = await Promise.all(
      zones.map(
        async (timezone) => (await server.request(clientTotals, { id, timezone }, operator))[0]!.sessions,
      ),
    )
    expect(sessions).toEqual(
      zones.map((zone) => (dayOf(started_at, zone) === dayOf(new Date(), zone) ? 1 : 0)),
    )
  })
})

test('clients are found by name, number and email in lists', async () => {
  const { code, id } = await addClient({ name: 'Stadtwerke Süd', email: 'strom@example.org' })
  for (const value of ['stadtwerke', code, 'strom@'])
    expect(
      await server.request(
        clientList,
        {
          fields: ['id'],
          search: (['name', 'code', 'email'] as const).map((field) => ({
            condition: 'OR' as const,
            field,
            compare: 'IKE' as const,
            value: `%${value}%`,
          })),
        },
        operator,
      ),
    ).toEqual([{ id }])
})

// Proves L140
test('an account has at most 100,000 clients', async () => {
  const full = await server.user('full', { accountId: await server.addAccount('full') })
  await sql`insert into clients (id, account_id, state, code, name, currency_code)
    select gen_random_uuid(), ${full.accountId}, 'deleted', 'N' || n, 'N' || n, 'EUR' from generate_series(1, 99999) n`.execute(
    server.db,
  )
  await server.request(clientSet, { id: null, name: 'Last' }, full)
  expect(await server.requestError(clientSet, { id: null, name: 'Too many' }, full)).toMatchObject({
    status: 400,
    code: 'limit.reached',
  })
})
