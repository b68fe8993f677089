import {
  carCount,
  carGet,
  carList,
  carMethod,
  carSet,
  clientSet,
  methodRun,
  noteList,
  noteSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let member: TestUser
let client: string
let other: string

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  client = (await server.request(clientSet, { id: null, name: 'Fleet' }, operator)).id
  other = (await server.request(clientSet, { id: null, name: 'Other' }, operator)).id
  const { id } = await server.addUser('mia')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
  member = await server.signIn('mia')
})
afterAll(() => server.close())

// Proves S2.30, S3.12
test('a car has a plate, a client and what is known about it, and is found by its plate', async () => {
  const fields = {
    make: 'Renault',
    model: 'Zoe',
    vin: 'VF1AG000164012345',
    battery: 52_000,
    charger: 'Type 2',
  }
  const car = await server.request(carSet, { id: null, identity: 'B-XY 123', client, ...fields }, operator)
  expect(car).toMatchObject({ ...fields, identity: 'B-XY 123', clientname: 'Fleet', statecode: 'enabled' })
  const search = [{ field: 'identity', compare: 'IKE' as const, value: '%xy 1%' }]
  expect((await server.request(carList, { search }, operator)).map(({ id }) => id)).toEqual([car.id])
  const changed = { id: car.id, label: 'Pool', version_no: car.version_no }
  expect(await server.request(carSet, changed, operator)).toMatchObject({ label: 'Pool', make: 'Renault' })
  expect((await server.requestError(carSet, changed, operator)).code).toBe('object.edited')
})

test('a car has the methods of its state', async () => {
  const { id } = await server.request(carSet, { id: null, identity: 'B-M 1', client }, operator)
  const offered = async () =>
    (await server.request(carMethod, { id }, operator)).map(({ code }) => code).sort()
  expect(await offered()).toEqual(['delete', 'disable'])
  await server.request(methodRun, { id, code: 'delete' }, operator)
  expect(await offered()).toEqual(['restore'])
  const filter = { client }
  const listed = (await server.request(carList, { filter }, operator)).map((one) => one.id)
  expect(listed).not.toContain(id)
})

test('users of a client see and add cars of their client only', async () => {
  const foreign = await server.request(carSet, { id: null, identity: 'HH-O 1', client: other }, operator)
  const own = await server.request(carSet, { id: null, identity: 'HH-M 1' }, member)
  expect(own.client).toBe(client)
  const mine = await server.request(carList, {}, member)
  expect(mine.map(({ client: of }) => of).filter((of) => of !== client)).toEqual([])
  expect((await server.request(carCount, {}, member)).count).toBe(mine.length)
  expect((await server.requestError(carGet, { id: foreign.id }, member)).code).toBe('car.not_found')
  const change = { id: own.id, client: other }
  expect((await server.requestError(carSet, change, member)).code).toBe('client.not_found')
})

test('a car has notes', async () => {
  const { id } = await server.request(carSet, { id: null, identity: 'B-N 1', client }, operator)
  await server.request(noteSet, { id: null, classcode: 'car', object: id, text: 'Sold' }, operator)
  expect(await server.request(noteList, { classcode: 'car', id }, operator)).toHaveLength(1)
})

test.each([
  [{ client: undefined }, 'value.required'],
  [{ client: newId() }, 'client.not_found'],
  [{ identity: undefined }, 'value.required'],
  [{ vin: 'VF1' }, 'value.pattern'],
])('a car is refused with the reason: %j', async (body, code) => {
  const refused = await server.requestError(
    carSet,
    { id: null, identity: 'B-X 1', client, ...body },
    operator,
  )
  expect(refused.code).toBe(code)
})
