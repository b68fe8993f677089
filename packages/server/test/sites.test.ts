import {
  cardSet,
  clientSet,
  networkSet,
  siteCount,
  siteFigures,
  siteFiles,
  siteFileSet,
  siteGet,
  siteList,
  siteSet,
  siteType,
  maxStationGroups,
  methodRun,
  stationCells,
  stationGet,
  stationGroups,
  stationList,
  stationMap,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let admin: TestUser
let networks = 0
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  admin = await server.user('adam', { isAdmin: true })
})
afterAll(() => server.close())

let numbers = 0
const addSite = (body: Record<string, unknown> = {}, who = operator) => {
  numbers += 1
  return server.request(siteSet, { id: null, label: `Site ${numbers}`, ...body }, who)
}
const addStation = async (body: Record<string, unknown> = {}) => {
  numbers += 1
  const { station } = await server.request(
    stationSet,
    { id: null, identity: `AT-${numbers}`, ...body },
    operator,
  )
  return station
}
const addNetwork = async () => {
  networks += 1
  const code = `net${networks}`
  return server.request(networkSet, { id: null, code, name: `Net ${networks}`, statecode: 'enabled' }, admin)
}

const monday = { weekday: 1, period_begin: '08:00', period_end: '18:00' }

test('a site is created with all its fields, numbered, and enabled', async () => {
  const network = await addNetwork()
  const client = await server.request(clientSet, { id: null, name: 'Owner' }, operator)
  const fields = {
    typecode: 'fleet',
    label: 'Berlin Hauptbahnhof',
    description: 'North side',
    client: client.id,
    network: network.id,
    address: 'Europaplatz 1',
    postalcode: '10557',
    city: 'Berlin',
    countrycode: 'DE',
    timezone: 'Europe/Berlin',
    openinghours: { twentyfourseven: false, regular_hours: [monday] },
    contactname: 'Jens Krüger',
    contactphone: '+49 30 2970 4410',
    contactemail: 'jens@example.org',
    gridlimit: 400_000,
    lat: 52.5256,
    lng: 13.3695,
    tags: ['flagship'],
  }
  const site = await server.request(siteSet, { id: null, ...fields }, operator)
  expect(site).toMatchObject({
    ...fields,
    clientname: 'Owner',
    networkname: network.name,
    statecode: 'enabled',
    stations: 0,
    problems: 0,
    power: null,
  })
  expect(site.code).toMatch(/^S\d{5}$/)
  expect(await server.changesOf(site.id)).toEqual(['create by olga'])
  const types = await server.request(siteType, { fields: ['code'] }, operator)
  expect(types.map(({ code }) => code)).toEqual(['public', 'fleet', 'private'])
})

test.each([
  [{ code: 'TAKEN' }, 409, 'site.code_taken', 'code'],
  [{ label: ' ' }, 400, 'value.required', 'label'],
  [{ timezone: 'Mars/Base' }, 400, 'value.time_zone_unknown', 'timezone'],
  [{ lat: 1 }, 400, 'station.coordinates_incomplete', 'lng'],
  [{ countrycode: 'Germany' }, 400, 'value.pattern', 'countrycode'],
  [{ network: newId() }, 400, 'station.network_unknown', 'network'],
  [{ client: newId() }, 404, 'client.not_found', 'client'],
  [{ typecode: 'none' }, 400, 'value.not_listed', 'typecode'],
] as const)('%j is refused with the field', async (body, status, code, field) => {
  await server.call(siteSet, { id: null, label: 'First', code: 'taken' }, operator)
  const refused = await server.requestError(siteSet, { id: null, label: 'Second', ...body }, operator)
  expect(refused).toMatchObject({ status, code, field })
})

describe('opening hours', () => {
  const regular = (...regular_hours: (typeof monday)[]) => ({ twentyfourseven: false, regular_hours })
  test('are sorted, and empty if always open', async () => {
    const tuesday = { ...monday, weekday: 2 }
    const late = { weekday: 1, period_begin: '20:00', period_end: '00:00' }
    const { id, openinghours } = await addSite({ openinghours: regular(tuesday, late, monday) })
    expect(openinghours).toEqual(regular(monday, late, tuesday))
    const always = { ...regular(monday), twentyfourseven: true }
    expect((await server.request(siteSet, { id, openinghours: always }, operator)).openinghours).toEqual({
      twentyfourseven: true,
    })
    expect((await server.request(siteSet, { id, openinghours: null }, operator)).openinghours).toBeNull()
  })

  test('without a period are not known', async () => {
    const { id } = await addSite({ openinghours: regular(monday) })
    const none = await server.request(siteSet, { id, openinghours: regular() }, operator)
    expect(none.openinghours).toBeNull()
    const earlier = server.db
      .updateTable('sites')
      .set({ opening_hours: JSON.stringify(regular()) })
      .where('id', '=', id)
      .execute()
    await expect(earlier).rejects.toThrow('sites_opening_hours_periods')
  })

  test.each([
    ['overlap', [monday, { weekday: 1, period_begin: '17:59', period_end: '20:00' }]],
    ['end before they begin', [{ weekday: 1, period_begin: '18:00', period_end: '08:00' }]],
    ['are empty', [{ weekday: 1, period_begin: '08:00', period_end: '08:00' }]],
  ])('that %s are refused', async (_what, hours) => {
    const body = { id: null, label: 'Closed', openinghours: regular(...hours) }
    expect(await server.requestError(siteSet, body, operator)).toMatchObject({
      status: 400,
      code: 'site.hours_overlap',
      field: 'openinghours',
    })
  })

  test('with a time that does not exist are refused', async () => {
    const body = { id: null, label: 'Closed', openinghours: regular({ ...monday, period_end: '24:30' }) }
    expect(await server.requestError(siteSet, body, operator)).toMatchObject({ code: 'value.pattern' })
  })
})

describe('a station at a site', () => {
  test('has the network, time zone, address and position of the site unless it has its own', async () => {
    const network = await addNetwork()
    const site = await addSite({
      network: network.id,
      timezone: 'Europe/Paris',
      address: 'Rue 1',
      postalcode: '75001',
      city: 'Paris',
      lat: 48.8,
      lng: 2.3,
    })
    const station = await addStation({ site: site.id })
    const shared = {
      site: site.id,
      sitecode: site.code,
      sitename: site.label,
      networkname: network.name,
      timezone: 'Europe/Paris',
      address: 'Rue 1, 75001 Paris',
      lat: 48.8,
      lng: 2.3,
    }
    expect(station).toMatchObject(shared)
    // a form sends the values that it shows: they are not stored at the station
    const { timezone, address, lat, lng, networkname } = station
    const same = { id: station.id, timezone, address, lat, lng, networkname }
    await server.request(stationSet, same, operator)
    await server.request(siteSet, { id: site.id, city: 'Lyon', timezone: 'Europe/Rome' }, operator)
    expect(await server.request(stationGet, { id: station.id }, operator)).toMatchObject({
      ...shared,
      timezone: 'Europe/Rome',
      address: 'Rue 1, 75001 Lyon',
    })
    await server.request(stationSet, { id: station.id, address: 'Rue 2', lat: 48.9, lng: 2.4 }, operator)
    expect(await server.request(stationGet, { id: station.id }, operator)).toMatchObject({
      address: 'Rue 2',
      lat: 48.9,
    })
  })

  test('gives up its own network, and gets one again only after it has left the site', async () => {
    const [own, ofSite] = [await addNetwork(), await addNetwork()]
    const { id } = await addStation({ networkname: own.name })
    const site = await addSite({ network: ofSite.id })
    const at = await server.request(stationSet, { id, site: site.id }, operator)
    expect(at.station.networkname).toBe(ofSite.name)
    const refused = await server.requestError(stationSet, { id, networkname: own.name }, operator)
    expect(refused).toMatchObject({ code: 'station.network_of_site', field: 'networkname' })
    const left = await server.request(stationSet, { id, site: null }, operator)
    expect(left.station).toMatchObject({ site: null, sitename: null, networkname: null })
    const moved = await server.request(stationSet, { id, networkname: own.name }, operator)
    expect(moved.station.networkname).toBe(own.name)
  })

  test('is shown on the map at the position of the site', async () => {
    const site = await addSite({ lat: -45, lng: 170 })
    const { id } = await addStation({ site: site.id })
    expect(await server.request(stationMap, { filter: { id } }, operator)).toMatchObject([
      { lat: -45, lng: 170 },
    ])
    const box = [165, -50, 175, -40]
    expect(await server.request(stationCells, { filter: { id }, box, zoom: 3 }, operator)).toMatchObject([
      { lat: -45, lng: 170, station: { id } },
    ])
  })

  test('is counted there, with problems and power, and listed by it', async () => {
    const site = await addSite()
    const stations = await Promise.all([1, 2, 3].map(() => addStation({ site: site.id })))
    const [charging, faulted] = stations.map(({ id }) => id)
    await server.db
      .updateTable('stations')
      .set({ is_connected: true, display_state: 'charging' })
      .where('id', '=', charging!)
      .execute()
    await server.db
      .updateTable('stations')
      .set({ is_connected: true, display_state: 'faulted', booted_at: new Date() })
      .where('id', '=', faulted!)
      .execute()
    await server.db
      .insertInto('evses')
      .values({
        id: newId(),
        account_id: operator.accountId,
        station_id: charging!,
        evse_no: 1,
        state: 'charging',
        power_w: 7400,
        transaction_number: 1,
      })
      .execute()
    const [row] = await server.request(siteList, { filter: { id: site.id } }, operator)
    expect(row).toMatchObject({ stations: 3, problems: 1, power: 7400 })
    expect(await server.request(siteFigures, { id: site.id }, operator)).toEqual({
      power: 7400,
      energytoday: 0,
      running: 1,
      connectors: 1,
      stations: 3,
      problems: 1,
    })
    const found = await server.request(stationList, { filter: { site: site.id }, fields: ['id'] }, operator)
    expect(found).toHaveLength(3)
  })

  test('belongs to a site of its account that is not deleted', async () => {
    const elsewhere = await server.user('eve', { accountId: await server.addAccount('elsewhere') })
    const foreign = await addSite({}, elsewhere)
    const { id } = await addStation()
    const refusal = { status: 404, code: 'site.not_found', field: 'site' }
    expect(await server.requestError(stationSet, { id, site: foreign.id }, operator)).toMatchObject(refusal)
    const site = await addSite()
    await server.request(stationSet, { id, site: site.id }, operator)
    await server.request(methodRun, { id: site.id, code: 'disable' }, operator)
    await server.request(methodRun, { id: site.id, code: 'delete' }, operator)
    expect(await server.request(siteCount, { filter: { id: site.id } }, operator)).toEqual({ count: 0 })
    expect(await server.request(stationGet, { id }, operator)).toMatchObject({ sitename: null })
    const other = await addStation()
    expect(await server.requestError(stationSet, { id: other.id, site: site.id }, operator)).toMatchObject(
      refusal,
    )
  })
})

test('a site has pictures', async () => {
  const { id } = await addSite()
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const picture = await server.request(siteFileSet, { id, name: 'gate.png', data: dot }, operator)
  expect(await server.request(siteFiles, { id }, operator)).toMatchObject([{ id: picture.id, object: id }])
  expect(await server.changesOf(id)).toEqual(['create by olga', 'file add by olga'])
})

// Proves L161
test('stations are counted by site and network, with problems, for those who may see them', async () => {
  const { id: network, name } = await addNetwork()
  const client = await server.request(clientSet, { id: null, name: 'Groups' }, operator)
  const site = await addSite({ network })
  const of = { tags: ['grouped'] }
  await addStation({ ...of, site: site.id, client: client.id })
  const broken = await addStation({ ...of, site: site.id })
  const alone = await addStation(of)
  await server.db
    .updateTable('stations')
    .set({ booted_at: new Date(), is_connected: false })
    .where('id', '=', broken.id)
    .execute()
  const search = [{ field: 'tags', compare: 'EQL' as const, value: 'grouped' }]
  const counted = (by: 'site' | 'network', keys: (string | null)[], who = operator) =>
    server.request(stationGroups, { search, by, keys }, who)
  const two = { count: 2, problems: 1 }
  const byKey = (await counted('site', [site.id, null])).sort((a) => (a.key === null ? 1 : -1))
  expect(byKey).toEqual([
    { key: site.id, ...two },
    { key: null, count: 1, problems: 0 },
  ])
  expect(await counted('site', [newId()])).toEqual([])
  expect(await counted('network', [name])).toEqual([{ key: name, ...two }])
  const limited = await server.user('lara')
  await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', limited.id).execute()
  expect(await counted('network', [name, null], limited)).toMatchObject([{ count: 1, problems: 0 }])
  const stranger = await server.user('stan', { accountId: await server.addAccount('strangers') })
  expect(await counted('site', [site.id, null], stranger)).toEqual([])
  const wrong = { by: 'site' as const, keys: ['x'] }
  expect((await server.requestError(stationGroups, wrong, operator)).status).toBe(400)
  const many = { by: 'network' as const, keys: Array.from({ length: maxStationGroups + 1 }, () => name) }
  expect(await server.requestError(stationGroups, many, operator)).toMatchObject({
    status: 400,
    code: 'value.too_many_items',
  })
  const orderby = ['sitename', 'site', 'identity']
  const listed = await server.request(stationList, { search, orderby }, operator)
  expect(listed.map((row) => row.site)).toEqual([site.id, site.id, null])
  expect(listed.at(-1)?.id).toBe(alone.id)
})

test('users of a client see and change the sites of the client, and cannot add sites', async () => {
  const client = await server.request(clientSet, { id: null, name: 'Host' }, operator)
  const { id: user } = await server.addUser('clara')
  await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', user).execute()
  const member = await server.signIn('clara')
  const [own, other] = [await addSite({ client: client.id }), await addSite()]
  expect(await server.request(siteList, { fields: ['id'] }, member)).toEqual([{ id: own.id }])
  expect(await server.requestError(siteGet, { id: other.id }, member)).toMatchObject({ status: 404 })
  expect((await server.request(siteSet, { id: own.id, city: 'Bern' }, member)).city).toBe('Bern')
  expect(await server.requestError(siteSet, { id: null, label: 'Mine' }, member)).toMatchObject({
    status: 403,
    code: 'access.cannot_create',
  })
  const { station } = await server.request(
    stationSet,
    { id: null, identity: 'OF-HOST', site: own.id },
    member,
  )
  expect(station.sitename).toBe(own.label)
  expect(await server.requestError(stationSet, { id: station.id, site: other.id }, member)).toMatchObject({
    code: 'site.not_found',
  })
})

test('stations and cards have tags, each once, by which they are found', async () => {
  const station = await addStation({ tags: ['north', 'fast', 'north'] })
  const card = await server.request(cardSet, { id: null, code: 'TAGGED', tags: ['fleet'] }, operator)
  expect([station.tags, card.tags]).toEqual([['north', 'fast'], ['fleet']])
  const filter = { filter: { tags: 'north' }, fields: ['id'] }
  expect(await server.request(stationList, filter, operator)).toEqual([{ id: station.id }])
  const { station: same } = await server.request(stationSet, { id: station.id, label: 'x' }, operator)
  expect(same.tags).toEqual(['north', 'fast'])
  expect(await server.changesOf(station.id)).toHaveLength(2)
})

// Proves L141
test('an account has at most 100,000 sites', async () => {
  const full = await server.user('full', { accountId: await server.addAccount('full') })
  await sql`insert into sites (id, account_id, state, code, label)
    select gen_random_uuid(), ${full.accountId}, 'deleted', 'N' || n, 'N' || n from generate_series(1, 99999) n`.execute(
    server.db,
  )
  await server.request(siteSet, { id: null, label: 'Last' }, full)
  expect(await server.requestError(siteSet, { id: null, label: 'Too many' }, full)).toMatchObject({
    status: 400,
    code: 'limit.reached',
  })
})
