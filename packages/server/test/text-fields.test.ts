import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawStation } from './raw-station.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let gateway: TestGateway
let station: TestStation
let socket: RawStation
let transactionId: number
beforeAll(async () => {
  gateway = await TestGateway.open()
  ;({ station, socket } = await gateway.booted())
  await gateway.addCard('OK')
  ;({ transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', {
    connectorId: 9,
    idTag: 'OK',
    meterStart: 1,
    timestamp: now(),
  }))
})
afterAll(() => gateway.close())

const now = () => new Date().toISOString()

/** As JSON text, so that it is sent as escapes. */
const nasty = [
  '\\u0000',
  'a\\u0000b',
  '\\ud800',
  'x\\udc00y',
  '\\u0001\\u001b[2J',
  '\\u202eevil',
  "'; drop table stations; --",
  '<img src=x onerror=alert(1)>',
  '\\\\u0000',
]

const messages: [action: string, payload: Record<string, unknown>, fields: string[]][] = [
  [
    'BootNotification',
    {
      chargePointVendor: 'v',
      chargePointModel: 'm',
      chargePointSerialNumber: 's',
      chargeBoxSerialNumber: 'b',
      firmwareVersion: 'f',
      iccid: 'i',
      imsi: 'i',
      meterType: 't',
      meterSerialNumber: 'n',
    },
    [
      'chargePointVendor',
      'chargePointModel',
      'chargePointSerialNumber',
      'chargeBoxSerialNumber',
      'firmwareVersion',
      'iccid',
      'imsi',
      'meterType',
      'meterSerialNumber',
    ],
  ],
  ['Authorize', { idTag: 'x' }, ['idTag']],
  [
    'StartTransaction',
    { connectorId: 1, idTag: 'x', meterStart: 0, timestamp: now() },
    ['idTag', 'timestamp'],
  ],
  [
    'StatusNotification',
    {
      connectorId: 1,
      errorCode: 'NoError',
      status: 'Available',
      info: 'i',
      vendorId: 'v',
      vendorErrorCode: 'e',
      timestamp: now(),
    },
    ['errorCode', 'status', 'info', 'vendorId', 'vendorErrorCode', 'timestamp'],
  ],
  ['DataTransfer', { vendorId: 'v', messageId: 'm', data: 'd' }, ['vendorId', 'messageId', 'data']],
  [
    'SecurityEventNotification',
    { type: 't', timestamp: now(), techInfo: 'i' },
    ['type', 'timestamp', 'techInfo'],
  ],
  [
    'StopTransaction',
    { transactionId: -1, meterStop: 1, timestamp: now(), idTag: 'x', reason: 'Local' },
    ['idTag', 'timestamp', 'reason'],
  ],
]

// Proves G43, F30
test.each(messages)(
  'NUL, lone surrogates and markup in the texts of %s are stored, never an error',
  async (action, payload, fields) => {
    const before = await logged(action)
    let sent = 0
    for (const field of fields)
      for (const text of nasty) {
        const json = JSON.stringify({ ...payload, [field]: '@' }).replace('"@"', `"${text}"`)
        const id = `${action}-${++sent}`
        socket.ws.send(`[2,"${id}","${action}",${json}]`)
        const [type, , ...rest] = await socket.answerTo(id)
        expect([type, rest, json]).toEqual([3, rest, json])
      }
    if (action === 'DataTransfer') return
    await eventually(async () => (await logged(action)) === before + sent)
  },
)

const logged = async (action: string) => {
  const { n } = await gateway.fresh.db
    .selectFrom('ocpp_log')
    .select(({ fn }) => fn.sum<number>('repeats').as('n'))
    .where('station_id', '=', station.id)
    .where('action', '=', action)
    .executeTakeFirstOrThrow()
  return Number(n)
}

// Proves G43
test('every text of a sampled value may be anything', async () => {
  for (const field of ['value', 'unit', 'measurand', 'phase', 'context', 'format', 'location'])
    for (const [n, text] of nasty.entries()) {
      const sampled = JSON.stringify({ value: '1', [field]: '@' }).replace('"@"', `"${text}"`)
      socket.ws.send(
        `[2,"${field}${n}","MeterValues",{"connectorId":9,"transactionId":${transactionId},"meterValue":[{"timestamp":"${now()}","sampledValue":[${sampled}]}]}]`,
      )
      expect((await socket.answerTo(`${field}${n}`))[0]).toBe(3)
    }
})

// Proves G43
test('an action whose name no table can store is still refused by its name', async () => {
  socket.ws.send('[2,"nul-action","\\u0000\\ud800",{}]')
  expect((await socket.answerTo('nul-action')).slice(0, 3)).toEqual([4, 'nul-action', 'NotImplemented'])
  await eventually(() =>
    gateway.fresh.db
      .selectFrom('ocpp_log')
      .selectAll()
      .where('station_id', '=', station.id)
      .where('error_code', '=', 'NotImplemented')
      .executeTakeFirst(),
  )
})

// Proves P9, G44
test('numbers out of the range of all types are answered, and cost no other station a message', async () => {
  const { socket: other } = await gateway.booted()
  const numbers = ['1e400', '-1e400', '9223372036854775807', '-0', '1e-400', '0.1', `1${'0'.repeat(400)}`]
  for (const [n, number] of numbers.entries()) {
    socket.ws.send(
      `[2,"st${n}","StartTransaction",{"connectorId":${number},"idTag":"OK","meterStart":${number},"timestamp":"${now()}"}]`,
    )
    socket.ws.send(
      `[2,"mv${n}","MeterValues",{"connectorId":${number},"transactionId":${number},"meterValue":[{"timestamp":"${now()}","sampledValue":[{"value":"${number}"}]}]}]`,
    )
    socket.ws.send(
      `[2,"sp${n}","StopTransaction",{"transactionId":${number},"meterStop":${number},"timestamp":"${now()}"}]`,
    )
    socket.ws.send(
      `[2,"sn${n}","StatusNotification",{"connectorId":${number},"errorCode":"NoError","status":"Available"}]`,
    )
    const beat = other.call('StatusNotification', {
      connectorId: 1,
      errorCode: 'NoError',
      status: 'Available',
      timestamp: now(),
    })
    for (const kind of ['st', 'mv', 'sp']) expect((await socket.answerTo(`${kind}${n}`))[0]).toBe(3)
    expect([3, 4]).toContain((await socket.answerTo(`sn${n}`))[0])
    await beat
  }
  const energies = await gateway.transactions(station.id)
  expect(energies.every(({ energy_wh }) => energy_wh >= 0)).toBe(true)
})
