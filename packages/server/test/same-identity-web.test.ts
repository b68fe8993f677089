import {
  centralTransactions,
  chargePointList,
  commandSend,
  connectorList,
  connectorReserve,
  connectorStart,
  stationGet,
  stationList,
  stationSet,
  transactionList,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

/** One account with a station that is online and has a running transaction; both have the same identity. */
interface Side {
  who: TestUser
  account: string
  station: string
  socket: RawStation
  number: number
  /** Calls that the station received from the server. */
  calls: { action: string; payload: unknown }[]
}

const identity = 'TWIN-1'
let server: TestServer
let admin: TestUser
let sides: [Side, Side]
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  sides = [await openSide('left'), await openSide('right')]
})
afterAll(async () => {
  for (const { socket } of sides ?? []) await socket.close()
  await server.close()
})

async function openSide(account: string): Promise<Side> {
  const who = await server.user(account, { accountId: await server.addAccount(account) })
  const { station, key } = await server.request(stationSet, { id: null, identity }, who)
  const url = server.url.replace('http', 'ws')
  const socket = await RawStation.connect({ url, identity, key: key!, account })
  const calls: Side['calls'] = []
  socket.onCall = (action, payload) => {
    calls.push({ action, payload })
    return { status: 'Accepted' }
  }
  await socket.call('BootNotification', { chargePointVendor: account, chargePointModel: 'M' })
  await socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' })
  await socket.call('StatusNotification', { connectorId: 2, errorCode: 'NoError', status: 'Available' })
  const start = { connectorId: 1, idTag: 'SAME', meterStart: 1, timestamp: new Date().toISOString() }
  const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', start)
  return { who, account, station: station.id, socket, number: transactionId, calls }
}

const command = (who: TestUser, name: string, action: string, payload: object = {}) =>
  server.post(`/api/v1/ChargePoint/${encodeURIComponent(name)}/${action}`, payload, who.token)

/** Sends a command to the station of a name, and waits until that of the side has received it. */
async function sendTo(side: Side, name: string, who: TestUser): Promise<void> {
  const before = side.calls.length
  const run = await server.request(
    commandSend,
    { identities: [name], action: 'ClearCache', payload: {} },
    who,
  )
  expect(run.commands.map(({ stationid }) => stationid)).toEqual([side.station])
  await expect.poll(() => side.calls.length).toBe(before + 1)
}

// Proves INV-5
test('operators name a station by its identity and reach their own only', async () => {
  for (const [index, side] of sides.entries()) {
    const other = sides[1 - index]!
    expect((await server.request(stationGet, { identity }, side.who)).id).toBe(side.station)
    const shown = await server.request(chargePointList, { identity }, side.who)
    expect(shown.ChargePointList).toMatchObject([
      { account: side.account, bootNotification: { chargePointVendor: side.account } },
    ])
    const before = other.calls.length
    expect(await command(side.who, identity, 'ClearCache')).toMatchObject({ status: 200 })
    expect(side.calls.at(-1)).toMatchObject({ action: 'ClearCache' })
    await sendTo(side, identity, side.who)
    const sessions = await server.request(centralTransactions, { identity }, side.who)
    expect(sessions.map(({ stationid }) => stationid)).toEqual([side.station])
    const listed = await server.request(transactionList, { filter: { identity } }, side.who)
    expect(listed.map(({ transactionid }) => transactionid)).toEqual([side.number])
    expect(other.calls.length).toBe(before)
  }
})

// Proves INV-5
test('the other account is not found by its code or by its id, as if it did not exist', async () => {
  const [left, right] = sides
  const unknown = await server.requestError(stationGet, { identity: 'nobody/none' }, left.who)
  for (const name of [`${right.account}/${identity}`, right.station]) {
    const { correlation: _, ...no } = await server.requestError(stationGet, { identity: name }, left.who)
    const { correlation: __, ...expected } = unknown
    expect(no).toEqual(expected)
    expect((await command(left.who, name, 'ClearCache')).status).toBe(404)
    expect(await server.request(centralTransactions, { identity: name }, left.who)).toEqual([])
    expect((await server.request(chargePointList, { identity: name }, left.who)).ChargePointList).toEqual([])
  }
  expect((await server.request(stationGet, { identity: `left/${identity}` }, left.who)).id).toBe(left.station)
})

test('administrators get 409 with a hint for an identity of two accounts, and reach each by naming the account', async () => {
  const ambiguous = { status: 409, code: 'station.identity_ambiguous' }
  const no = await server.requestError(stationGet, { identity }, admin)
  expect(no).toMatchObject(ambiguous)
  for (const { account } of sides) expect(no.message).toContain(`${account}/${identity}`)
  expect(await server.requestError(chargePointList, { identity }, admin)).toMatchObject(ambiguous)
  expect(await server.requestError(centralTransactions, { identity }, admin)).toMatchObject(ambiguous)
  const body = { identities: [identity], action: 'ClearCache', payload: {} }
  expect(await server.requestError(commandSend, body, admin)).toMatchObject(ambiguous)
  expect(await command(admin, identity, 'ClearCache')).toMatchObject({
    status: 409,
    body: { error: { code: 'station.identity_ambiguous' } },
  })
  for (const [index, side] of sides.entries()) {
    const before = sides[1 - index]!.calls.length
    for (const name of [`${side.account}/${identity}`, side.station]) {
      expect((await server.request(stationGet, { identity: name }, admin)).id).toBe(side.station)
      expect(await command(admin, name, 'ClearCache')).toMatchObject({ status: 200 })
      await sendTo(side, name, admin)
      const sessions = await server.request(centralTransactions, { identity: name }, admin)
      expect(sessions.map(({ stationid }) => stationid)).toEqual([side.station])
    }
    expect(sides[1 - index]!.calls.length).toBe(before)
  }
  const both = await server.request(stationList, { filter: { identity } }, admin)
  expect(both.map(({ accountcode }) => accountcode).sort()).toEqual(['left', 'right'])
})

// Proves INV-5
test('methods that administrators run on a connector reach its own station', async () => {
  for (const [index, side] of sides.entries()) {
    const other = sides[1 - index]!
    const before = other.calls.length
    const free = { stationid: side.station, connectorid: 2 }
    const [connector] = await server.request(connectorList, { filter: free }, admin)
    await server.request(connectorStart, { id: connector!.id, card: `START-${side.account}` }, admin)
    expect(side.calls.at(-1)).toMatchObject({ payload: { idTag: `START-${side.account}` } })
    await server.request(connectorReserve, { id: connector!.id, card: `RES-${side.account}` }, admin)
    expect(side.calls.at(-1)).toMatchObject({ payload: { idTag: `RES-${side.account}` } })
    expect(other.calls.length).toBe(before)
  }
})
