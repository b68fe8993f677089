import {
  accessRuleSet,
  cardSet,
  driverFavouriteSet,
  driverPlaceGet,
  driverPlaceList,
  maxDriverFavourites,
  siteSet,
  stationSet,
  userDataDelete,
  userDataGet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let driver: TestUser
let other: TestUser
/** Ids of a site, of its station, of a public station without a site, and of a private one. */
let site: string
let atSite: string
let alone: string
let closed: string

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  driver = await server.user('dora', { interface: 'driver' })
  other = await server.user('otto', { interface: 'driver' })
  const place = { id: null, code: 'H', label: 'Harbour', lat: 54.32, lng: 10.14 }
  site = (await server.request(siteSet, place, admin)).id
  atSite = await addStation('S-1', { typecode: 'public', site })
  alone = await addStation('S-2', { typecode: 'public', label: 'Market' })
  closed = await addStation('S-3', { typecode: 'private', label: 'Depot' })
})
afterAll(() => server.close())
beforeEach(() => server.db.deleteFrom('driver_favourites').execute())

async function addStation(identity: string, fields: object): Promise<string> {
  const { station } = await server.request(stationSet, { id: null, identity, ...fields } as never, admin)
  await server.db.updateTable('stations').set({ state: 'available' }).where('id', '=', station.id).execute()
  const account_id = await server.firstAccount()
  const row = { id: newId(), account_id, station_id: station.id, evse_no: 1, state: 'available' }
  await server.db
    .insertInto('evses')
    .values({ ...row, is_announced: true })
    .execute()
  return station.id
}

const set = (id: string, favourite = true, who = driver) =>
  server.request(driverFavouriteSet, { id, favourite }, who)
const refusalOf = (id: string, favourite = true, who = driver) =>
  server.requestError(driverFavouriteSet, { id, favourite }, who)
const favourites = async (who = driver) =>
  (await server.request(driverPlaceList, { favourite: true }, who)).places.map(({ label }) => label)
const stored = () => server.db.selectFrom('driver_favourites').select(['user_id', 'place_id']).execute()

test('a driver adds and removes favourites, which other drivers do not have', async () => {
  expect(await favourites()).toEqual([])
  expect(await set(site)).toEqual({ favourite: true })
  expect(await set(site)).toEqual({ favourite: true })
  await set(alone)
  expect((await favourites()).toSorted()).toEqual(['Harbour', 'Market'])
  expect(await favourites(other)).toEqual([])
  expect((await server.request(driverPlaceGet, { id: site }, driver)).favourite).toBe(true)
  expect((await server.request(driverPlaceGet, { id: site }, other)).favourite).toBe(false)
  const all = (await server.request(driverPlaceList, {}, driver)).places
  expect(all.every(({ favourite }) => favourite)).toBe(true)
  await set(site, false, other)
  expect(await set(alone, false)).toEqual({ favourite: false })
  expect(await set(alone, false)).toEqual({ favourite: false })
  expect(await favourites()).toEqual(['Harbour'])
})

test('the address of a station at a site stands for the site', async () => {
  await set(atSite)
  expect(await stored()).toEqual([{ user_id: driver.id, place_id: site }])
  await set(atSite, false)
  expect(await stored()).toEqual([])
})

test('a station stays a favourite when it moves to a site', async () => {
  const station = await addStation('S-4', { typecode: 'public', label: 'Quay' })
  await set(station)
  await server.db.updateTable('stations').set({ site_id: site }).where('id', '=', station).execute()
  expect(await favourites()).toEqual(['Harbour'])
  await set(site, false)
  expect(await stored()).toEqual([])
})

test('a place that the driver may not use is no favourite, and one that they could use can be removed', async () => {
  expect(await refusalOf(closed)).toMatchObject({ status: 404, code: 'driver.place_not_found', field: 'id' })
  expect((await refusalOf(newId())).code).toBe('driver.place_not_found')
  expect((await refusalOf(closed, false)).code).toBe('driver.place_not_found')
  const rival = await server.addAccount('rival')
  const stranger = await server.user('rob', { interface: 'driver', accountId: rival })
  expect((await refusalOf(site, true, stranger)).code).toBe('driver.place_not_found')
  const card = (await server.request(cardSet, { id: null, code: 'DORA-1', driver: 'dora' }, admin)).id
  const rule = { id: null, code: 'R1', label: 'Dora', effect: 'allow', card, station: closed }
  const { id, version_no } = await server.request(accessRuleSet, rule as never, admin)
  await expect.poll(async () => (await server.call(driverPlaceGet, { id: closed }, driver)).status).toBe(200)
  await set(closed)
  expect(await favourites()).toEqual(['Depot'])
  await server.request(accessRuleSet, { ...rule, id, version_no, effect: 'deny' } as never, admin)
  await expect.poll(() => favourites()).toEqual([])
  expect(await set(closed, false)).toEqual({ favourite: false })
  expect(await stored()).toEqual([])
})

// Proves L370
test('a driver has at most 100 favourites; those of deleted places make room', async () => {
  expect(maxDriverFavourites).toBe(100)
  const account_id = await server.firstAccount()
  const gone = Array.from({ length: maxDriverFavourites }, (_, no) => ({
    id: newId(),
    account_id,
    code: `G-${no}`,
    label: `Gone ${no}`,
  }))
  await server.db.insertInto('sites').values(gone).execute()
  const rows = gone.map(({ id: place_id }) => ({
    user_id: driver.id,
    place_id,
    account_id,
    created_at: new Date(),
  }))
  await server.db.insertInto('driver_favourites').values(rows).execute()
  expect(await refusalOf(site)).toMatchObject({ status: 400, code: 'limit.reached', params: { limit: 100 } })
  await set(site, true, other)
  await server.db.updateTable('sites').set({ state: 'deleted' }).where('id', '=', gone[0]!.id).execute()
  await set(site)
  expect((await refusalOf(alone)).code).toBe('limit.reached')
  expect(await stored()).toHaveLength(maxDriverFavourites + 1)
})

test('favourites are part of the export of personal data, and end with the user', async () => {
  const person = await server.user('zora', { interface: 'driver' })
  await set(site, true, person)
  await set(alone, true, person)
  await set(alone)
  const { favourites: exported } = await server.request(userDataGet, {}, person)
  expect(exported).toMatchObject([{ place: 'Market' }, { place: 'Harbour' }])
  await server.request(userDataDelete, {}, person)
  expect(await stored()).toEqual([{ user_id: driver.id, place_id: alone }])
})
