import { connectorList, stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
const sockets: RawStation[] = []
beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(async () => {
  for (const socket of sockets) socket.ws.terminate()
  await server.close()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function addStation() {
  const identity = `CP-${newId().slice(-8)}`
  const { station, key, link } = await server.request(stationSet, { id: null, identity }, admin)
  const url = server.url.replace('http', 'ws')
  const connect = async () => {
    const socket = await RawStation.connect({ url, identity, key: key!, path: new URL(link).pathname })
    sockets.push(socket)
    await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    return (status: string, errorCode: string, timestamp: string) =>
      socket.call('StatusNotification', { connectorId: 1, errorCode, status, timestamp })
  }
  const connector = async () => {
    const [row] = await server.request(connectorList, { filter: { stationid: station.id } }, admin)
    return { state: row!.statecode, since: row!.statesince }
  }
  return { connect, connector }
}

test('a fault that a station repeats after a reconnection began when it was first reported', async () => {
  const { connect, connector } = await addStation()
  const [began, again, worse, recovered] = [60, 30, 20, 10].map(minutesAgo)
  const first = await connect()
  await first('Faulted', 'GroundFailure', began!)
  const second = await connect()
  await second('Faulted', 'GroundFailure', again!)
  expect(await connector()).toEqual({ state: 'faulted', since: began })
  await second('Faulted', 'OverCurrentFailure', worse!)
  expect(await connector()).toEqual({ state: 'faulted', since: worse })
  await second('Available', 'NoError', recovered!)
  expect(await connector()).toEqual({ state: 'available', since: recovered })
})

test('a report from before a repeated state does not replace it', async () => {
  const { connect, connector } = await addStation()
  const [began, late, again] = [60, 40, 20].map(minutesAgo)
  const send = await connect()
  await send('Available', 'NoError', began!)
  await send('Available', 'NoError', again!)
  await send('Faulted', 'GroundFailure', late!)
  expect(await connector()).toEqual({ state: 'available', since: began })
})
