import { once } from 'node:events'
import {
  cardList,
  cardSet,
  classAccessSet,
  clientSet,
  type Hint,
  liveTicket,
  type ServerToConsole,
  signOut,
  signUp,
  stationSet,
  token,
  workflowMethodSet,
} from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '../src/shared/ids.ts'
import { password, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
let foreign: TestUser
let driver: TestUser

beforeAll(async () => {
  server = await TestServer.open({ CORS_ORIGINS: 'https://portal.example.org' })
  mine = await server.user('mine')
  foreign = await server.user('foreign', { accountId: await server.addAccount('other') })
  driver = await server.user('driver', { interface: 'driver' })
})
afterAll(() => server.close())

class LiveConnection {
  readonly messages: ServerToConsole[] = []
  readonly socket: WebSocket
  closed: number | null = null

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => this.messages.push(JSON.parse(String(data)) as ServerToConsole))
    socket.on('close', (code) => (this.closed = code))
    socket.on('error', () => {})
  }

  get hints(): Hint[] {
    return this.messages.flatMap((message) => (message.type === 'hints' ? message.hints : []))
  }

  receives(type: ServerToConsole['type']): Promise<void> {
    return expect.poll(() => this.messages.map((message) => message.type)).toContain(type)
  }
}

const dial = (ticket: string, origin?: string, since?: number) => {
  const query = new URLSearchParams({ ticket, ...(since !== undefined && { since: String(since) }) })
  return new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?${query}`, { origin })
}

const opened: LiveConnection[] = []
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate()
})

async function open(person: TestUser, origin?: string, since?: number): Promise<LiveConnection> {
  const { ticket } = await server.request(liveTicket, {}, person)
  const connection = new LiveConnection(dial(ticket, origin, since))
  opened.push(connection)
  await connection.receives('hello')
  return connection
}

async function refusal(socket: WebSocket): Promise<number> {
  socket.on('error', () => {})
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  return response.statusCode
}

/** Returns a code of its own: the second try of a test must not find that of the first. */
const codeOf = (name: string) => `${name}-${newId().slice(-8)}`

/** Adds a station with an identity of its own. */
const add = (identity: string, changed = {}) =>
  server
    .request(stationSet, { id: null, identity: codeOf(identity), ...changed }, mine)
    .then(({ station }) => station.id)

const kinds = ({ hints }: LiveConnection) => hints.map(({ kind }) => kind)

// Proves A8
test('only administrators receive hints of users and mails, of every account', async () => {
  const [admin, connection] = await Promise.all([server.signIn('admin').then((who) => open(who)), open(mine)])
  await server.signInByPassword('foreign')
  await expect.poll(() => kinds(admin)).toContain('user.changed')
  const { body } = await server.post(token.path, { grant_type: 'client_credentials' })
  const machine = { token: (body as { access_token: string }).access_token }
  await server.request(signUp, { username: 'newcomer', email: 'new@example.org', password }, machine)
  await expect.poll(() => kinds(admin)).toContain('mail.changed')
  // later hints have arrived, and none of these before
  await add('seen-by-all')
  await expect.poll(() => kinds(connection)).toContain('station.changed')
  expect(kinds(connection).filter((kind) => kind === 'user.changed' || kind === 'mail.changed')).toEqual([])
  for (const { socket } of [admin, connection]) socket.close()
})

test("a user receives a hint that the user's rights have changed, and no other user does", async () => {
  const admin = await server.signIn('admin')
  const [connection, other] = await Promise.all([open(mine), open(foreign)])
  await server.request(classAccessSet, { class: 'card', user: mine.id, deny: { d: true } }, admin)
  await expect.poll(() => kinds(connection)).toContain('rights.changed')
  await server.request(classAccessSet, { class: 'card', user: mine.id }, admin)
  await expect.poll(() => kinds(connection).filter((kind) => kind === 'rights.changed')).toHaveLength(2)
  expect(kinds(other)).not.toContain('rights.changed')
  for (const { socket } of [connection, other]) socket.close()
})

// Proves O4
test('every user receives a hint when the object model is changed, after which lists have the new methods', async () => {
  const admin = await server.signIn('admin')
  const { id } = await server.request(cardSet, { id: null, code: codeOf('model') }, mine)
  const connection = await open(mine)
  const method = { id: null, class: 'card', actioncode: 'update', code: 'mark', label: 'Mark' }
  await server.request(workflowMethodSet, method, admin)
  await expect.poll(() => kinds(connection)).toContain('rights.changed')
  expect(await server.request(cardList, { filter: { id } }, mine)).toMatchObject([
    { methods: { mark: null } },
  ])
  connection.socket.close()
})

// Proves A8
test('a console that connects receives the hints since its data that its user may receive', async () => {
  const begin = performance.now()
  const watcher = await open(mine)
  const station = await add('changed-before', { typecode: 'private' })
  const { id: card } = await server.request(cardSet, { id: null, code: codeOf('before') }, foreign)
  // hints of a test before may still be among those that are received
  const ofCard = ({ hints }: LiveConnection) => hints.filter(({ ids }) => ids?.includes(card))
  await expect.poll(() => watcher.hints).toContainEqual(expect.objectContaining({ station }))
  const age = Math.ceil(performance.now() - begin)
  const late = await open(mine, undefined, age)
  expect(late.messages[0]).toMatchObject({ type: 'hello', complete: true })
  await expect.poll(() => late.hints).toContainEqual(expect.objectContaining({ station }))
  expect(ofCard(late)).toEqual([])
  const others = await open(foreign, undefined, age)
  await expect.poll(() => ofCard(others)).toHaveLength(1)
  expect(others.hints.filter((hint) => hint.station === station)).toEqual([])
  const restricted = await open(driver, undefined, age)
  const count = () => kinds(restricted).filter((kind) => kind === 'card.changed').length
  const before = count()
  // its own hint, without the id, arrives after those of before
  await server.request(cardSet, { id: null, code: codeOf('after') }, mine)
  await expect.poll(count).toBeGreaterThan(before)
  expect(restricted.hints.filter((hint) => hint.station === station)).toEqual([])
  for (const { socket } of [watcher, late, others, restricted]) socket.close()
})

test('the greeting says that changes are missing if they are older than the server, or the age is not a number', async () => {
  for (const since of [3_600_000, Number.NaN, -1]) {
    const connection = await open(mine, undefined, since)
    expect(connection.messages[0]).toMatchObject({ type: 'hello', complete: false })
    connection.socket.close()
  }
})

test('changed rights are not part of the hints since, so that a console fetches everything', async () => {
  const admin = await server.signIn('admin')
  const begin = performance.now()
  const other = await open(mine)
  await server.request(classAccessSet, { class: 'card', user: mine.id, deny: { d: true } }, admin)
  await expect.poll(() => kinds(other)).toContain('rights.changed')
  // a busy machine may take longer to connect than the change is old: then it is not among what is requested
  await expect
    .poll(async () => {
      const connection = await open(mine, undefined, Math.ceil(performance.now() - begin))
      connection.socket.close()
      return connection.messages[0]
    })
    .toMatchObject({ complete: false })
  await server.request(classAccessSet, { class: 'card', user: mine.id }, admin)
  other.socket.close()
})

// Proves A9
test('a ticket opens one connection, once, within half a minute', async () => {
  const { ticket } = await server.request(liveTicket, {}, mine)
  const connection = new LiveConnection(dial(ticket))
  await connection.receives('hello')
  expect(connection.messages[0]).toEqual({ type: 'hello', session: mine.session, complete: false })
  expect(await refusal(dial(ticket))).toBe(401)
  expect(await refusal(dial('nonsense'))).toBe(401)
  expect(await refusal(dial(mine.token))).toBe(401)
  const late = await server.request(liveTicket, {}, mine)
  server.clock.forward(31_000)
  expect(await refusal(dial(late.ticket))).toBe(401)
  connection.socket.close()
})

// Proves A9
test('pages of other origins are rejected', async () => {
  for (const origin of ['https://evil.example.org', 'null']) {
    const { ticket } = await server.request(liveTicket, {}, mine)
    expect(await refusal(dial(ticket, origin))).toBe(403)
  }
  for (const origin of ['https://portal.example.org', server.url]) (await open(mine, origin)).socket.close()
})

test('hints reach users with access, batched, with ids and no rows', async () => {
  const [own, other, drivers] = await Promise.all([open(mine), open(foreign), open(driver)])
  const [open1, hidden] = [await add('LIVE-1'), await add('LIVE-2', { typecode: 'private' })]
  for (let n = 0; n < 5; n++) await server.request(stationSet, { id: open1, label: `${n}` }, mine)
  await expect.poll(() => own.hints.map((hint) => hint.station)).toContain(hidden)
  await expect.poll(() => drivers.hints.map((hint) => hint.station)).toContain(open1)
  expect(drivers.hints.map((hint) => hint.station)).not.toContain(hidden)
  expect(other.hints).toEqual([])
  expect(
    own.hints.every((hint) => Object.keys(hint).every((key) => ['kind', 'station', 'ids'].includes(key))),
  ).toBe(true)
  expect(own.hints.filter((hint) => hint.station === open1).length).toBeLessThan(6)
  for (const connection of [own, other, drivers]) connection.socket.close()
})

// Proves A8
test('a user of a client receives hints of its stations, and no ids of objects without a station', async () => {
  const { id: client } = await server.request(clientSet, { id: null, name: 'Live' }, mine)
  const { id } = await server.addUser('member')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', id).execute()
  const [own, member] = await Promise.all([open(mine), open(await server.signIn('member'))])
  const hidden = await add('LIVE-6')
  const { id: card } = await server.request(cardSet, { id: null, code: codeOf('live') }, mine)
  const seen = await add('LIVE-5', { client })
  await expect.poll(() => JSON.stringify(own.hints)).toContain(card)
  await expect.poll(() => member.hints.map((hint) => hint.station)).toContain(seen)
  expect(JSON.stringify(member.hints)).not.toContain(hidden)
  expect(JSON.stringify(member.hints)).not.toContain(card)
  for (const connection of [own, member]) connection.socket.close()
})

test('readings are sent for the stations that a connection subscribes to and may see', async () => {
  const [own, other] = await Promise.all([open(mine), open(foreign)])
  const station = await add('LIVE-3')
  const reading = {
    station,
    connectorid: 1,
    transactionid: 7,
    at: Date.now(),
    power: 7400,
    energy: 12,
    soc: null,
  }
  for (const connection of [own, other]) {
    connection.socket.send('nonsense')
    connection.socket.send(JSON.stringify({ type: 'watch', stations: [station, newId(), 'x', 5] }))
  }
  const nextReadings = expect.poll(() => {
    server.app.live.readings([reading, { ...reading, station: newId() }])
    return own.messages.find((message) => message.type === 'readings')
  })
  await nextReadings.toEqual({ type: 'readings', readings: [reading] })
  expect(other.messages.map((message) => message.type)).toEqual(['hello'])
  for (const connection of [own, other]) connection.socket.close()
})

// Proves A3
test('a connection ends with its login session: signed out, locked, or expired', async () => {
  const [leaving, locked, late] = await Promise.all(
    ['leaving', 'locked', 'late'].map(async (name) => server.user(name)),
  )
  const [one, two, three] = await Promise.all([open(leaving!), open(locked!), open(late!)])
  await server.request(signOut, {}, leaving!)
  await one!.receives('end')
  expect(one!.messages.at(-1)).toEqual({ type: 'end', reason: 'signed-out' })
  await expect.poll(() => one!.closed).toBe(1008)
  await server.db.updateTable('users').set({ state: 'locked' }).where('id', '=', locked!.id).execute()
  await server.db
    .updateTable('sessions')
    .set({ expires_at: new Date(0) })
    .where('code', '=', late!.session)
    .execute()
  for (const connection of [two!, three!]) {
    await connection.receives('end')
    expect(connection.messages.at(-1)).toEqual({ type: 'end', reason: 'expired' })
  }
})

// Proves G19, L87
test('a console that reads nothing is disconnected before its bytes fill the memory', async () => {
  const station = await add('LIVE-4')
  const connection = await open(mine)
  connection.socket.send(JSON.stringify({ type: 'watch', stations: [station] }))
  const reading = { station, connectorid: 1, transactionid: 7, at: 0, power: 1, energy: 1, soc: 1 }
  await expect
    .poll(() => {
      server.app.live.readings([reading])
      return connection.messages.length
    })
    .toBeGreaterThan(1)
  connection.socket.pause()
  const many = Array.from({ length: 10_000 }, () => reading)
  await expect
    .poll(
      () => {
        server.app.live.readings(many)
        return server.app.live.size
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBe(0)
  connection.socket.terminate()
})
