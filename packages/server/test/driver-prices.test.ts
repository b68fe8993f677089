import { cardSet, clientSet, driverPlaceGet, stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTariff, energyAndFee } from './charge-fixture.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let station: string

const per = (price: string) => ({
  ...energyAndFee,
  elements: [{ price_components: [{ type: 'ENERGY' as const, price }] }],
})

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  const body = { id: null, identity: 'PRICES', typecode: 'public', label: 'Quay' }
  station = (await server.request(stationSet, body as never, admin)).station.id
  const account_id = await server.firstAccount()
  const evse = { id: '01990000-0000-7000-8000-000000000001', account_id, station_id: station, evse_no: 1 }
  await server.db
    .insertInto('evses')
    .values({ ...evse, state: 'available', is_announced: true })
    .execute()
  await server.db.updateTable('stations').set({ state: 'available' }).where('id', '=', station).execute()
  await addTariff(server, account_id, per('0.50'))
})
afterAll(() => server.close())

/** Adds a client with a price of its own; returns its id. */
async function clientWith(name: string, price: string): Promise<string> {
  const { id } = await server.request(clientSet, { id: null, name } as never, admin)
  await addTariff(server, await server.firstAccount(), per(price), { client: id })
  return id
}

const cardOf = async (driver: string, code: string, client: string | null) =>
  (await server.request(cardSet, { id: null, code, driver, client } as never, admin)).id

/** Returns the price per kWh that a driver sees. */
async function priceFor(who: TestUser, card?: string): Promise<string> {
  const shown = await server.request(driverPlaceGet, { id: station, ...(card && { card }) }, who)
  const { tariff } = shown.list[0]!
  return shown.tariffs[tariff!]!.definition.elements[0]!.price_components[0]!.price
}

test('the price before a start is that of the client of the chosen card', async () => {
  const driver = await server.user('dora', { interface: 'driver' })
  const fleet = await cardOf('dora', 'FLEET', await clientWith('Fleet', '0.30'))
  const family = await cardOf('dora', 'FAMILY', await clientWith('Family', '0.40'))
  const plain = await cardOf('dora', 'PLAIN', null)
  expect(await priceFor(driver, fleet)).toBe('0.30')
  expect(await priceFor(driver, family)).toBe('0.40')
  expect(await priceFor(driver, plain)).toBe('0.50')
  expect(await priceFor(driver)).toBe('0.40')
})

test('a driver of a client whose card is of another client sees the price that the card pays', async () => {
  const driver = await server.user('mila', { interface: 'driver' })
  const own = await clientWith('Couriers', '0.20')
  await server.db.updateTable('users').set({ client_id: own }).where('id', '=', driver.id).execute()
  expect(await priceFor(driver)).toBe('0.20')
  const card = await cardOf('mila', 'MILA-1', await clientWith('Rental', '0.60'))
  expect(await priceFor(driver)).toBe('0.60')
  expect(await priceFor(driver, card)).toBe('0.60')
  await cardOf('mila', 'MILA-2', own)
  expect(await priceFor(driver)).toBe('0.20')
})

test('the card of another driver changes no price', async () => {
  const driver = await server.user('otto', { interface: 'driver' })
  await server.user('erna', { interface: 'driver' })
  const foreign = await cardOf('erna', 'ERNA', await clientWith('Secret', '0.10'))
  expect(await priceFor(driver, foreign)).toBe('0.50')
})
