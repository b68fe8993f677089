import {
  type BodyOf,
  carDriverAdd,
  carDriverDelete,
  carDriverList,
  carList,
  carSet,
  cardSet,
  clientSet,
  driverCarLeave,
  driverCarList,
  driverChargeStart,
  maxDriversOfCar,
  methodRun,
  noticeList,
  stationSet,
  transactionGet,
  transactionList,
  userDataDelete,
  userDataGet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxChargeableCars } from '../src/modules/cars/driver-store.ts'
import { newId } from '../src/shared/ids.ts'
import { RawHttp } from './raw-http.ts'
import { RawStation } from './raw-station.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let dora: TestUser
let otto: TestUser
let socket: RawStation
let connector: string
const cards = new Map<string, string>()

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  dora = await addDriver('dora')
  otto = await addDriver('otto')
  const open = { id: null, identity: 'CP-1', label: 'Harbour', typecode: 'public' } as const
  const { station, key } = await server.request(stationSet, open, operator)
  const url = server.url.replace('http', 'ws')
  socket = await RawStation.connect({ url, identity: 'CP-1', key: key! })
  socket.onCall = () => ({ status: 'Accepted' })
  await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await socket.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  const evses = server.db.selectFrom('evses').select('id').where('station_id', '=', station.id)
  connector = (await evses.where('evse_no', '=', 1).executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await socket?.close()
  await server.close()
})

/** Adds a driver with a card and a confirmed e-mail address. */
async function addDriver(name: string, accountId?: string): Promise<TestUser> {
  const person = await server.user(name, { interface: 'driver', ...(accountId && { accountId }) })
  await confirmEmail(person, `${name}@example.org`)
  const body = { id: null, code: `${name}-1`, driver: name }
  if (!accountId) cards.set(person.id, (await server.request(cardSet, body, operator)).id)
  return person
}

const confirmEmail = ({ id }: { id: string }, email: string, email_confirmed_at: Date | null = new Date()) =>
  server.db.updateTable('users').set({ email, email_confirmed_at }).where('id', '=', id).execute()
const joinClient = ({ id }: { id: string }, client_id: string | null) =>
  server.db.updateTable('users').set({ client_id }).where('id', '=', id).execute()

const addCar = async (owner: TestUser, more: Partial<BodyOf<typeof carSet>> = {}): Promise<string> =>
  (await server.request(carSet, { id: null, identity: `KI ${newId().slice(-6)}`, ...more }, owner)).id
const share = (id: string, name: string, by = dora) => server.request(carDriverAdd, { id, name }, by)
const chargeable = async (who: TestUser) => (await server.request(driverCarList, {}, who)).map(({ id }) => id)
const start = (who: TestUser, car: string | null) => {
  const body = { id: newId(), connector, card: cards.get(who.id)!, car }
  return server.call(driverChargeStart, body, who)
}
const removeAll = async (car: string, by = dora) => {
  for (const { id } of await server.request(carDriverList, { id: car }, by))
    await server.request(carDriverDelete, { id: car, driver: id }, by)
}

/** Reports the start of a session, with the card of the driver. */
async function beginSession(code: string): Promise<number> {
  const begin = { connectorId: 1, idTag: code, meterStart: 0, timestamp: new Date().toISOString() }
  return (await socket.call<{ transactionId: number }>('StartTransaction', begin)).transactionId
}
const endSession = (transactionId: number) =>
  socket.call('StopTransaction', { transactionId, meterStop: 900, timestamp: new Date().toISOString() })

test('a session shows the car that its driver chose', async () => {
  const car = await addCar(dora, { identity: 'KI ML 482E', label: 'Family' })
  expect((await start(dora, car)).body).toMatchObject({ car })
  const number = await beginSession('dora-1')
  const shown = { car, carplate: 'KI ML 482E', carlabel: 'Family' }
  expect(await server.request(transactionGet, { transactionid: number }, dora)).toMatchObject(shown)
  expect(
    await server.request(transactionList, { filter: { carplate: 'KI ML 482E' } }, operator),
  ).toMatchObject([{ transactionid: number, ...shown }])
  await endSession(number)
  // the next session with the card at the reader has no request that names a car
  const next = await beginSession('dora-1')
  expect(await server.request(transactionGet, { transactionid: next }, dora)).toMatchObject({ car: null })
  await endSession(next)
})

test('a session has no car if none was chosen', async () => {
  expect((await start(dora, null)).body).toMatchObject({ car: null })
  const number = await beginSession('dora-1')
  expect(await server.request(transactionGet, { transactionid: number }, dora)).toMatchObject({
    carplate: null,
  })
  await endSession(number)
})

test('a driver can start with an own or a shared car, and with no other one', async () => {
  const car = await addCar(dora)
  const refused = await start(otto, car)
  expect(refused).toMatchObject({
    status: 404,
    body: { error: { code: 'driver.car_not_allowed', field: 'car' } },
  })
  expect((await start(otto, newId())).body).toMatchObject({ error: { code: 'driver.car_not_allowed' } })
  await share(car, 'otto')
  expect((await start(otto, car)).status).toBe(200)
  const number = await beginSession('otto-1')
  await removeAll(car)
  // the running session continues, and remains the one of the person who started it
  const session = { transactionid: number, statecode: 'running', car, code: 'otto-1' }
  expect(await server.request(transactionList, {}, otto)).toMatchObject([session])
  const ofOwner = await server.request(transactionList, {}, dora)
  expect(ofOwner.map(({ transactionid }) => transactionid)).not.toContain(number)
  await endSession(number)
  expect((await start(otto, car)).body).toMatchObject({ error: { code: 'driver.car_not_allowed' } })
})

test('a shared car is among the cars of the person, who cannot edit it and can leave it', async () => {
  await server.db
    .updateTable('users')
    .set({ first_name: 'Dora', last_name: 'Meyer' })
    .where('id', '=', dora.id)
    .execute()
  const car = await addCar(dora, { label: 'Van', charger: 'CCS' })
  await share(car, ' OTTO ')
  const listed = await server.request(driverCarList, {}, otto)
  expect(listed).toMatchObject([
    {
      id: car,
      label: 'Van',
      charger: 'CCS',
      own: false,
      sharedby: 'Dora Meyer',
      drivers: null,
      lastused: null,
    },
  ])
  expect(await server.request(carList, {}, otto)).toEqual([])
  for (const refused of [
    await server.requestError(carSet, { id: car, label: 'Mine' }, otto),
    await server.requestError(carDriverList, { id: car }, otto),
    await server.requestError(carDriverAdd, { id: car, name: 'olga' }, otto),
    await server.requestError(methodRun, { id: car, code: 'delete' }, otto),
  ])
    expect(refused.status).toBe(404)
  const own = (await server.request(driverCarList, {}, dora)).find(({ id }) => id === car)
  expect(own).toMatchObject({ own: true, sharedby: null, drivers: 1 })
  await server.request(driverCarLeave, { id: car }, otto)
  expect(await chargeable(otto)).toEqual([])
  expect(await server.request(carDriverList, { id: car }, dora)).toEqual([])
  expect(await server.changesOf(car)).toEqual(['create by dora', 'update by dora', 'update by otto'])
  // only the caller's own right: the owner keeps the car
  await server.request(driverCarLeave, { id: car }, dora)
  expect(await chargeable(dora)).toContain(car)
})

test('an address is for the user who has confirmed it, now or later', async () => {
  const car = await addCar(dora)
  await share(car, 'Otto@Example.org')
  expect(await chargeable(otto)).toEqual([car])
  await share(car, 'nina@example.org')
  const nina = await addDriver('nina')
  expect(await chargeable(nina)).toEqual([car])
  await confirmEmail(nina, 'nina@example.org', null)
  expect(await chargeable(nina)).toEqual([])
  // an address as user name is no proof of it
  await share(car, 'paul@example.org')
  const pretender = await server.user('paul@example.org', { interface: 'driver' })
  expect(await chargeable(pretender)).toEqual([])
  // nor is a user name that was free when it was entered
  await share(car, 'zoe')
  expect(await chargeable(await server.user('zoe', { interface: 'driver' }))).toEqual([])
  await removeAll(car)
  expect(await chargeable(otto)).toEqual([])
})

test('adding a person reveals neither by answer nor by hints whether there is an account', async () => {
  const seen: string[] = []
  const stopListening = server.app.bus.on('hint', ({ hint }) => void seen.push(hint.kind))
  const car = await addCar(dora)
  await expect.poll(() => seen.splice(0)).toContain('car.changed')
  const replies = []
  const hints: string[][] = []
  for (const name of ['otto', 'otto@example.org', 'unknown', 'unknown@example.org']) {
    replies.push(await server.call(carDriverAdd, { id: car, name }, dora))
    await expect.poll(() => seen).toContain('notice.changed')
    await expect.poll(() => seen).toContain('car.changed')
    hints.push(seen.splice(0).toSorted())
  }
  stopListening()
  for (const { status, body } of replies)
    expect({ status, body }).toEqual({ status: 200, body: { result: true } })
  for (const kinds of hints) expect(kinds).toEqual(hints[0])
  const listed = await server.request(carDriverList, { id: car }, dora)
  expect(listed.map(({ name, username }) => [name, username])).toEqual([
    ['otto', null],
    ['otto@example.org', null],
    ['unknown', null],
    ['unknown@example.org', null],
  ])
  const [notice] = await server.request(noticeList, {}, otto)
  expect(notice).toMatchObject({ objectclass: 'car', object: car, severity: 'info' })
  await removeAll(car)
})

test('persons of other accounts and, for the car of a client, of other clients get no right', async () => {
  const rival = await addDriver('rita', await server.addAccount('rival'))
  const car = await addCar(dora)
  await share(car, 'rita')
  await share(car, 'rita@example.org')
  expect(await chargeable(rival)).toEqual([])
  const { id: client } = await server.request(clientSet, { id: null, name: 'Fleet' }, operator)
  const fleet = await addCar(operator, { client })
  const member = await addDriver('mila')
  await joinClient(member, client)
  for (const name of ['otto', 'otto@example.org', 'mila']) await share(fleet, name, operator)
  expect(await chargeable(otto)).toEqual([])
  expect(await server.request(driverCarList, {}, member)).toMatchObject([{ id: fleet, sharedby: 'Fleet' }])
  expect(
    (await server.request(carDriverList, { id: fleet }, operator)).map(({ username }) => username),
  ).toEqual(['mila', null, null])
  // a driver who leaves the client loses its cars
  await joinClient(member, null)
  expect(await chargeable(member)).toEqual([])
  await joinClient(member, client)
  // a car without a client can be shared with a driver of one
  await share(car, 'mila')
  expect(await chargeable(member)).toContain(car)
  const { id: card } = await server.request(
    cardSet,
    { id: null, code: 'mila-2', driver: 'mila', client },
    operator,
  )
  cards.set(member.id, card)
  expect((await start(member, car)).status).toBe(200)
  const number = await beginSession('mila-2')
  expect(await server.request(transactionGet, { transactionid: number }, member)).toMatchObject({ car })
  await endSession(number)
  await server.request(driverCarLeave, { id: car }, member)
  expect(await chargeable(member)).toEqual([fleet])
})

test('a car that is disabled or deleted cannot be charged', async () => {
  const car = await addCar(dora)
  await share(car, 'otto')
  await server.request(methodRun, { id: car, code: 'disable' }, operator)
  for (const who of [dora, otto]) {
    expect(await chargeable(who)).not.toContain(car)
    expect((await start(who, car)).status).toBe(404)
  }
  await server.request(methodRun, { id: car, code: 'enable' }, operator)
  expect(await chargeable(otto)).toEqual([car])
  await server.request(methodRun, { id: car, code: 'delete' }, dora)
  expect(await chargeable(otto)).toEqual([])
  expect((await server.requestError(carDriverAdd, { id: car, name: 'otto' }, operator)).code).toBe(
    'car.not_found',
  )
})

test.each([
  ['dora', 'car.driver_is_owner', 400],
  ['DORA@example.org', 'car.driver_is_owner', 400],
  [' ', 'value.required', 400],
])('the person %j is refused with the reason', async (name, code, status) => {
  const refused = await server.requestError(carDriverAdd, { id: await addCar(dora), name }, dora)
  expect(refused).toMatchObject({ code, status, field: 'name' })
})

test('changes are in the audit trail with the user, and without the address', async () => {
  const car = await addCar(dora)
  await share(car, 'otto@example.org')
  await share(car, 'OTTO@example.org')
  await share(car, 'unknown@example.org')
  await removeAll(car)
  const rows = await sql<{
    before: { driver: string | null } | null
    after: { driver: string | null } | null
  }>`
    select before, after from audit_log where object_id = ${car} and action = 'update' order by id`.execute(
    server.db,
  )
  expect(rows.rows.map(({ before, after }) => [before?.driver, after?.driver])).toEqual([
    [undefined, otto.id],
    [undefined, null],
    [null, undefined],
    [null, undefined],
  ])
  expect(JSON.stringify(rows.rows)).not.toContain('example')
  const gone = { id: car, driver: newId() }
  expect((await server.requestError(carDriverDelete, gone, dora)).code).toBe('car.driver_not_found')
})

// Proves L347
test('at most 20 persons may charge a car besides its owner', async () => {
  const car = await addCar(dora)
  const rows = Array.from({ length: maxDriversOfCar }, (_, no) => ({
    id: newId(),
    account_id: dora.accountId,
    car_id: car,
    name: `person${no}@example.org`,
    created_at: new Date(),
  }))
  await server.db.insertInto('car_drivers').values(rows).execute()
  const full = await server.requestError(carDriverAdd, { id: car, name: 'otto' }, dora)
  expect(full).toMatchObject({ code: 'limit.reached', params: { limit: maxDriversOfCar } })
})

// Proves L348
test('a person is offered at most 100 cars, those last used first', async () => {
  const rosa = await addDriver('rosa')
  const rows = Array.from({ length: maxChargeableCars + 1 }, (_, no) => ({
    id: newId(),
    account_id: dora.accountId,
    owner_id: dora.id,
    identity: `V ${no}`,
    state: 'enabled',
    created_at: new Date(Date.now() + no),
  }))
  await server.db.insertInto('cars').values(rows).execute()
  const entries = rows.map(({ id }) => ({
    id: newId(),
    account_id: dora.accountId,
    car_id: id,
    name: 'rosa',
    user_id: rosa.id,
    created_at: new Date(),
  }))
  await server.db.insertInto('car_drivers').values(entries).execute()
  const oldest = rows[0]!.id
  expect(await chargeable(rosa)).toHaveLength(maxChargeableCars)
  expect(await chargeable(rosa)).not.toContain(oldest)
  // a car that is not offered can be charged nevertheless, and is the first one afterwards
  expect((await start(rosa, oldest)).status).toBe(200)
  expect((await chargeable(rosa))[0]).toBe(oldest)
  const ids = rows.map(({ id }) => id)
  await server.db.deleteFrom('cars').where('id', 'in', ids).execute()
})

test('the export has shared cars and who may charge own ones; erasure removes the entries of a person', async () => {
  const emil = await addDriver('emil')
  const own = await addCar(emil, { identity: 'E 1' })
  await share(own, 'friend@example.org', emil)
  const car = await addCar(dora, { identity: 'D 1' })
  await share(car, 'emil')
  await share(car, 'emil@example.org')
  await share(car, 'otto')
  // another driver has requested a start there, and did not plug in
  await server.db.deleteFrom('driver_charges').execute()
  expect((await start(emil, car)).status).toBe(200)
  const number = await beginSession('emil-1')
  await endSession(number)
  const data = await server.request(userDataGet, {}, emil)
  expect(data.cars).toMatchObject([{ identity: 'E 1', drivers: ['friend@example.org'] }])
  expect(data.sharedcars).toMatchObject([
    { identity: 'D 1', name: 'emil@example.org' },
    { identity: 'D 1', name: 'emil' },
  ])
  expect(data.sessions).toMatchObject([{ number, car: 'D 1' }])
  expect(data.starts).toMatchObject([{ car: 'D 1' }])
  expect(JSON.stringify(data)).not.toContain('otto')
  await server.request(userDataDelete, {}, emil)
  expect((await server.request(carDriverList, { id: car }, dora)).map(({ name }) => name)).toEqual(['otto'])
  expect(await server.request(transactionGet, { transactionid: number }, operator)).toMatchObject({ car })
  // the owner: the car and its entries are deleted, sessions remain
  await server.request(userDataDelete, {}, dora)
  expect(await chargeable(otto)).toEqual([])
  expect(await server.db.selectFrom('car_drivers').where('car_id', '=', car).execute()).toEqual([])
  expect(await server.request(transactionGet, { transactionid: number }, operator)).toMatchObject({
    car: null,
  })
})

// Proves L349
test('20 persons per minute are added from one address', async () => {
  const client = await RawHttp.open(server.url, '127.0.0.77')
  const body = JSON.stringify({ id: newId(), name: 'unknown' })
  const head = `POST ${addressOf(carDriverAdd)} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json`
  const call = `${head}\r\nAuthorization: Bearer ${operator.token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  client.socket.write(call.repeat(21))
  const statuses = () => client.received.match(/HTTP\/1\.1 \d{3}/g) ?? []
  await expect.poll(() => statuses().length).toBe(21)
  expect(statuses().map((line) => line.endsWith(' 429'))).toEqual([...Array(20).fill(false), true])
  client.socket.destroy()
})
