import { messages16, type StationAction16 } from '@stationmaster/ocpp/v16'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { RawStation } from './raw-station.ts'
import { repeatDuring } from './repeat-during.ts'
import { buildServer, ServerProcess } from './server-process.ts'

const mib = 1024 * 1024
/** Returns the number of messages of each kind; 80 parsed StopTransactions take 168 MiB. */
const rounds = (action: string): number => (action === 'StopTransaction' ? 80 : 20)

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString()
const pad = 'x'.repeat(32_000)
const list = (n: number, bytes: number) => {
  const one = (minute: number) =>
    `{"timestamp":"${at(n + minute / 60)}","sampledValue":[{"value":"${minute}"},{"value":"5","measurand":"SoC"}]}`
  return `[${Array.from({ length: Math.floor(bytes / (one(0).length + 4)) }, (_, minute) => one(minute)).join()}]`
}

/**
 * Return the n-th of the largest messages of each kind that stations may send, each different from the
 * others.
 */
const largest: { [Action in StationAction16]: (n: number) => string } = {
  Authorize: (n) => `{"idTag":"A${n}","pad":"${pad}"}`,
  BootNotification: (n) => `{"chargePointVendor":"V","chargePointModel":"M","pad":"${n}${pad}"}`,
  DataTransfer: (n) => `{"vendorId":"V","data":"${n}${'x'.repeat(260_000)}"}`,
  DiagnosticsStatusNotification: (n) => `{"status":"Idle","pad":"${n}${pad}"}`,
  FirmwareStatusNotification: (n) => `{"status":"Idle","pad":"${n}${pad}"}`,
  Heartbeat: (n) => `{"pad":"${n}${pad}"}`,
  LogStatusNotification: (n) => `{"status":"Idle","pad":"${n}${pad}"}`,
  MeterValues: (n) => `{"connectorId":1,"transactionId":${n},"meterValue":${list(n % 3, 255_000)}}`,
  SecurityEventNotification: (n) => `{"type":"T${n}","timestamp":"${at(n)}","techInfo":"${pad}"}`,
  SignCertificate: (n) => `{"csr":"${n}${'x'.repeat(5_400)}","pad":"${pad.slice(6_000)}"}`,
  SignedFirmwareStatusNotification: (n) => `{"status":"Idle","requestId":${n},"pad":"${pad}"}`,
  StartTransaction: (n) =>
    `{"connectorId":1,"idTag":"S${n}","meterStart":${n},"timestamp":"${at(n)}","pad":"${pad}"}`,
  StatusNotification: (n) =>
    `{"connectorId":${1 + (n % 4)},"errorCode":"NoError","status":"Available","info":"${n}${pad}"}`,
  StopTransaction: (n) =>
    `{"transactionId":99,"idTag":"E","meterStop":${n},"timestamp":"${at(n)}","transactionData":${list(n % 3, 1_045_000)}}`,
}

let fresh: FreshDatabase
let server: ServerProcess
let url: string
beforeAll(async () => {
  buildServer()
  fresh = await freshDatabase()
  // a heap too small for the content of all these messages
  server = new ServerProcess({ DATABASE_URL: fresh.url, NODE_OPTIONS: '--max-old-space-size=192' })
  await server.start()
  url = `ws://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server?.stop()
  await fresh?.close()
})

async function connect(identity: string): Promise<RawStation> {
  const { key } = await server.call<{ key: string }>('/charge_point/set', { id: null, identity })
  const station = await RawStation.connect({ url, identity, key })
  await station.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  return station
}

test('covers every message that stations may send', () => {
  const sent = Object.entries(messages16).filter(([, { from }]) => from !== 'system')
  expect(Object.keys(largest).sort()).toEqual(sent.map(([action]) => action).sort())
})

// Proves INV-8, INV-9
test('the largest messages of every kind, sent repeatedly, affect no other station', async () => {
  const station = await connect('LARGE-1')
  const bystander = await connect('SMALL-1')
  const waits: number[] = []
  const beat = async () => {
    const since = performance.now()
    await bystander.call('Heartbeat', {})
    waits.push(performance.now() - since)
    bystander.frames.length = 0
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const baseBytes = await server.residentBytes()
  const refused: string[] = []
  let slowestMs = 0
  await repeatDuring(beat, async () => {
    for (const [action, payload] of Object.entries(largest))
      for (let n = 0; n < rounds(action); n++) {
        const id = `${n}${action}`.slice(0, 36)
        const since = performance.now()
        station.ws.send(`[2,"${id}","${action}",${payload(n)}]`)
        const [type, , code] = await station.answerTo(id)
        slowestMs = Math.max(slowestMs, performance.now() - since)
        if (type !== 3) refused.push(`${action} ${String(code)}`)
        station.frames.length = 0
      }
  })
  expect(refused).toEqual([])
  await expect
    .poll(async () => (await server.residentBytes()) - baseBytes, { timeout: 60_000 })
    .toBeLessThan(100 * mib)
  waits.sort((a, b) => a - b)
  expect(waits.length).toBeGreaterThan(50)
  // on a busy machine, half as long as the sender of the largest message at most
  expect(waits[Math.floor(waits.length * 0.99)]).toBeLessThan(Math.max(2_000, slowestMs / 2))
}, 180_000)
