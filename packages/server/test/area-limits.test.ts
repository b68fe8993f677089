import { once } from 'node:events'
import {
  adminUserInterfaceSet,
  type Endpoint,
  endpoints,
  liveTicket,
  search,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { callOf } from './access-samples.ts'
import { addSampleData } from './sample-data.ts'
import type { SampleData } from './sample-ids.ts'
import { type FailureBody, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let dataset: SampleData
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  dataset = await addSampleData(server, await server.firstAccount(), 'Zaphod')
})
afterAll(() => server.close())

let people = 0
/** Adds a user of the account who is limited to these areas. */
async function limitedTo(areas: string[], code: 'user' | 'driver' = 'user'): Promise<TestUser> {
  people += 1
  const { id, username } = await server.addUser(`limited-${people}`, { interface: code })
  await server.request(adminUserInterfaceSet, { id, code, areas }, admin)
  return server.signIn(username)
}

/** Endpoints about the caller, or needed before any other: they require no area. */
const needsNoArea =
  /^\/(oauth2|sign|setup|session|user|verification|registry|notice|live)\/|^\/(whoami|terms|class)$/

const refusedByArea = async (name: string, row: Endpoint, who: TestUser) => {
  const { path, body } = callOf(name, row, dataset)
  const reply = await server.post(row.root ? path : `/api/v1${path}`, body, who.token)
  return (reply.body as Partial<FailureBody>).error?.code === 'access.area_closed'
}

const rows = Object.entries(endpoints).filter(
  ([, row]) => (row.may === 'user' || row.may === 'operator') && !needsNoArea.test(row.path),
)

// Proves A8
test('a user without any area is refused by every endpoint that is not about the user', async () => {
  const withoutAreas = await limitedTo([])
  const open: string[] = []
  for (const [name, row] of rows) if (!(await refusedByArea(name, row, withoutAreas))) open.push(row.path)
  expect(open).toEqual([])
})

// Proves A8
test.each(['crm', 'driver', 'ocpp'] as const)(
  'a user limited to the area %s is refused by the endpoints that do not declare it',
  async (area) => {
    const limited = await limitedTo([area])
    const refused: string[] = []
    for (const [name, row] of rows) if (await refusedByArea(name, row, limited)) refused.push(name)
    const declared = rows.filter(([, { use }]) => use.areas !== null && !use.areas.includes(area))
    expect(refused).toEqual(declared.map(([name]) => name))
    expect(refused.length).toBeLessThan(rows.length)
  },
)

const everything = Object.keys({
  charge_point: 0,
  connector: 0,
  card: 0,
  transaction: 0,
  reservation: 0,
  command: 0,
  account: 0,
})
const foundBy = async (who: TestUser) => {
  const hits = await server.request(search, { text: '', entities: [...everything, 'sample_object'] }, who)
  return [...new Set(hits.map(({ classcode }) => classcode))].sort()
}

// Proves A8
test('a search returns of each class what the lists of the class return', async () => {
  const all = [...everything, 'sample_object'].sort()
  expect(await foundBy(await limitedTo(['crm']))).toEqual(all)
  // objects of classes that administrators added belong to the areas of users
  expect(await foundBy(await limitedTo(['ocpp']))).toEqual(all.filter((code) => code !== 'sample_object'))
  // commands belong to the areas from which stations are controlled
  expect(await foundBy(await limitedTo(['driver']))).toEqual(all.filter((code) => code !== 'command'))
  const refused = await server.requestError(search, { text: dataset.identity }, await limitedTo(['admin']))
  expect(refused.code).toBe('access.area_closed')
})

/** Opens a live connection that records its messages. */
async function listen(who: TestUser) {
  const { ticket } = await server.request(liveTicket, {}, who)
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
  const messages: string[] = []
  socket.on('message', (data) => messages.push(String(data)))
  await once(socket, 'message')
  return { socket, messages }
}

// Proves A8
test('a live connection receives hints and readings of what its user may list, and of nothing else', async () => {
  const lines = await Promise.all(
    [limitedTo(['crm']), limitedTo([]), limitedTo(['driver'])].map(async (who) => listen(await who)),
  )
  const [seeing, blind, driving] = lines as [(typeof lines)[0], (typeof lines)[0], (typeof lines)[0]]
  for (const { socket } of lines) socket.send(JSON.stringify({ type: 'watch', stations: [dataset.station] }))
  const reading = {
    connectorid: 1,
    transactionid: 1,
    at: 0,
    power: 1,
    energy: 1,
    soc: 1,
    station: dataset.station,
  }
  const receivedMessages = () => (server.app.live.readings([reading]), seeing.messages.join())
  await expect.poll(receivedMessages, { timeout: 60_000 }).toContain('"readings"')
  await expect
    .poll(() => (server.app.live.readings([reading]), driving.messages.join()), { timeout: 60_000 })
    .toContain('"readings"')
  await server.request(stationSet, { id: dataset.station, label: 'changed' }, admin)
  await server.app.bus.publish(
    { query: (text, values) => server.fresh.pool.query(text, values as unknown[]) },
    [{ kind: 'hint', account: dataset.accountId, hint: { kind: 'command.changed', ids: [dataset.command] } }],
  )
  await expect.poll(() => seeing.messages.join()).toContain('"command.changed"')
  await expect.poll(() => driving.messages.join()).toContain('"station.changed"')
  expect(driving.messages.join()).not.toContain('"command.changed"')
  expect(blind.messages.join()).not.toMatch(/"(readings|hints)"/)
  for (const { socket } of lines) socket.terminate()
})
