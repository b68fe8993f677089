import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientFrame, net } from './raw-socket.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open()))
afterAll(() => testGateway.close())

const rowsOf = (station: TestStation, action: string) =>
  testGateway.fresh.db
    .selectFrom('ocpp_log')
    .selectAll()
    .where('station_id', '=', station.id)
    .where('action', '=', action)
    .orderBy('id')
    .execute()

/** Returns the entries of an action once there are at least `count`. */
const entries = (station: TestStation, action: string, count = 1) =>
  eventually(async () => {
    const rows = await rowsOf(station, action)
    return rows.length >= count && rows
  })

describe('every frame that is not answered as a call is in the log, with its reason and a sample', () => {
  test.each([
    ['text that is not JSON', 'hello', 'NotJson', null],
    ['an object', '{"a":1}', 'NotArray', null],
    ['an empty list', '[]', 'InvalidShape', null],
    ['a call without a payload', '[2,"n1","Heartbeat"]', 'InvalidShape', 'n1'],
    ['a call that is too deep', `[2,"d1","X",${'['.repeat(40)}${']'.repeat(40)}]`, 'TooDeep', 'd1'],
    // Proves G47
    ['a number as id', '[2,7,"Heartbeat",{}]', 'InvalidMessageId', '7'],
    // Proves G47
    [
      'an id of 500 characters',
      `[2,"${'i'.repeat(500)}","Heartbeat",{}]`,
      'InvalidMessageId',
      'i'.repeat(500),
    ],
    ['a message type of another version', '[99,"x",{}]', 'UnknownMessageType', null],
    // Proves G47
    ['a result without a call', '[3,"never-asked",{}]', 'UnexpectedAnswer', null],
    ['an error without a call', '[4,"never-asked","GenericError","",{}]', 'UnexpectedAnswer', null],
  ])('%s', async (_, frame, code, echoed) => {
    const { station, socket } = await testGateway.booted()
    socket.ws.send(frame)
    if (echoed !== null)
      expect((await socket.answerTo(echoed)).slice(0, 3)).toEqual([4, echoed, 'FormationViolation'])
    const [entry] = await entries(station, 'InvalidMessage')
    expect(entry).toMatchObject({ error_code: code, is_outgoing: false })
    expect(entry!.request).toContain(frame.slice(0, 400))
    expect(entry!.response === null).toBe(echoed === null)
    await socket.call('Heartbeat', {})
    await socket.close()
  })

  // Proves G47, L60
  test('a sample is shortened, and contains neither secrets nor control characters', async () => {
    const { station, socket } = await testGateway.booted()
    socket.ws.send(
      `not\u0007json ftp://me:canary-secret@host/ {"key":"AuthorizationKey","value":"canary-secret"} ${'x'.repeat(5_000)}`,
    )
    const [entry] = await entries(station, 'InvalidMessage')
    expect(entry!.request).toContain('not\\u0007json ftp://***@host/')
    expect(entry!.request).not.toContain('canary-secret')
    expect(entry!.request!.length).toBeLessThan(600)
    await socket.close()
  })

  // Proves G45
  test.each([
    [
      'over the limit',
      Buffer.from(`[2,"long","DataTransfer",{"a":"${'x'.repeat(300_000)}"}]`),
      1009,
      'FrameTooBig',
    ],
    [
      'over every limit',
      Buffer.from(`[2,"huge","DataTransfer",{"a":"${'x'.repeat(1_200_000)}"}]`),
      1009,
      'FrameTooBig',
    ],
    [
      'that is not UTF-8',
      Buffer.concat([
        Buffer.from('[2,"bad","Heartbeat",{"a":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}]'),
      ]),
      1007,
      'InvalidUtf8',
    ],
  ])('a frame %s, and the close that follows', async (_, frame, code, reason) => {
    const { station, socket } = await testGateway.booted()
    await socket.close()
    await entries(station, 'Disconnect')
    expect(
      (await net(testGateway.url, station, undefined, (raw) => raw.write(clientFrame(1, frame)))).closeCode,
    ).toBe(code)
    const [entry] = await entries(station, 'InvalidMessage')
    expect(entry).toMatchObject({ error_code: reason })
    expect(entry!.request).toContain(frame.toString('utf8', 0, 20))
    const closes = await entries(station, 'Disconnect', 2)
    expect(closes.at(-1)).toMatchObject({ error_code: reason, is_outgoing: true })
    expect(JSON.parse(closes.at(-1)!.request!)).toMatchObject({ code })
  })

  test('reserved bits and endless fragments', async () => {
    const { station, socket } = await testGateway.booted()
    await socket.close()
    const call = Buffer.from('[2,"x","Heartbeat",{}]')
    await net(testGateway.url, station, undefined, (raw) => raw.write(clientFrame(1, call, true, 4)))
    await net(testGateway.url, station, undefined, (raw) => {
      raw.write(clientFrame(1, Buffer.from('[2,"f",'), false))
      for (let n = 0; n < 500 && raw.writable; n++) raw.write(clientFrame(0, Buffer.from(' '), false))
    })
    const found = await entries(station, 'InvalidMessage', 2)
    expect(found.map((row) => row.error_code)).toEqual(['ProtocolError', 'TooManyFragments'])
    expect(found[1]!.request).toContain('[2,"f",')
  })

  test('a call before the station is accepted, and a repeated one', async () => {
    const station = await testGateway.addStation({ approval: 'rejected' })
    const socket = await testGateway.connect(station)
    await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
    await socket.callFrame('Authorize', { idTag: 'x' })
    expect((await entries(station, 'Authorize'))[0]).toMatchObject({ error_code: 'SecurityError' })
    await socket.close()
    const again = await testGateway.booted()
    const start = { connectorId: 1, idTag: 'A', meterStart: 0, timestamp: new Date().toISOString() }
    await again.socket.callFrame('StartTransaction', start, 'same')
    again.socket.frames.length = 0
    await again.socket.callFrame('StartTransaction', start, 'same')
    expect(await entries(again.station, 'StartTransaction', 2)).toHaveLength(2)
    await again.socket.close()
  })
})

describe('connections', () => {
  test('are logged with address and protocol, and how the station ended them', async () => {
    const { station, socket } = await testGateway.booted()
    const [opened] = await entries(station, 'Connect')
    expect(JSON.parse(opened!.request!)).toEqual({ address: '127.0.0.1', protocol: 'ocpp1.6' })
    socket.ws.close(1000, 'maintenance')
    const [closed] = await entries(station, 'Disconnect')
    expect(closed).toMatchObject({ is_outgoing: false, error_code: null })
    expect(JSON.parse(closed!.request!)).toMatchObject({ code: 1000, reason: 'maintenance' })
    const dropped = await testGateway.connect(station)
    dropped.ws.terminate()
    expect((await entries(station, 'Disconnect', 2))[1]).toMatchObject({ error_code: 'ConnectionDropped' })
  })

  // Proves G47
  test('that the server closes are logged with the reason', async () => {
    const { station, socket } = await testGateway.booted()
    const second = await testGateway.connect(station)
    await socket.until(() => socket.closed)
    expect((await entries(station, 'Disconnect'))[0]).toMatchObject({
      error_code: 'Replaced',
      is_outgoing: true,
    })
    testGateway.side.gateway.drop(station.id, 'the key was changed')
    const [, dropped] = await entries(station, 'Disconnect', 2)
    expect(dropped).toMatchObject({ error_code: 'ClosedByOperator' })
    expect(dropped!.request).toContain('the key was changed')
    await second.until(() => second.closed)
  })
})

// Proves G51, L58
test('endless garbage is a few entries and one with a growing count, in the order of time', async () => {
  const own = await TestGateway.open({ database: testGateway.fresh, gateway: { unreadablePerMinute: 1_000 } })
  const station = await own.addStation()
  const socket = await own.connect(station)
  const count = 400
  for (let n = 0; n < count; n++) socket.ws.send(`no json ${n}`)
  await socket.call('Heartbeat', {})
  const first = await entries(station, 'InvalidMessage', 6)
  expect(first.map(({ repeats }) => repeats)).toEqual([1, 1, 1, 1, 1, 1])
  await own.stop()
  const rows = await rowsOf(station, 'InvalidMessage')
  expect(rows.map(({ id }) => id)).toEqual(first.map(({ id }) => id))
  expect(rows.reduce((sum, { repeats }) => sum + repeats, 0)).toBe(count)
  expect(rows.at(-1)!.request).toBe(`no json ${count - 1}`)
  expect(rows.map(({ at }) => at.getTime())).toEqual(
    rows.map(({ at }) => at.getTime()).toSorted((a, b) => a - b),
  )
})

// Proves L52
test('a station that exceeds its share of the log gets short entries, then a number; its facts are all stored', async () => {
  const own = await TestGateway.open({
    database: testGateway.fresh,
    gateway: { logBurstBytes: 50_000, logBytesPerMinute: 60, logShortBurst: 10, logShortPerMinute: 60 },
  })
  const { station, socket } = await own.booted()
  const count = 60
  const info = 'x'.repeat(4_000)
  for (let n = 1; n <= count; n++) {
    const sampledValue = [{ value: String(n), unit: 'Wh', format: 'Raw' }]
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
    await socket.call('MeterValues', { connectorId: 1, meterValue: [{ timestamp, sampledValue }], info })
  }
  await own.stop()
  const rows = await rowsOf(station, 'MeterValues')
  const whole = rows.filter(({ request }) => request!.length > 4_000)
  expect(whole.length).toBeGreaterThan(5)
  expect(whole.length).toBeLessThan(15)
  expect(rows.length).toBeGreaterThan(whole.length)
  expect(rows.length).toBeLessThan(count)
  const limits = await rowsOf(station, 'LogLimit')
  const counts = JSON.parse(limits.at(-1)!.request!) as { shortened: number; leftOut: number; bytes: number }
  expect(limits[0]).toMatchObject({ error_code: 'LogLimit' })
  // further entries, such as the one for the end of the connection, count as well
  expect(counts.leftOut).toBeGreaterThanOrEqual(count - rows.length)
  expect(counts.shortened).toBeGreaterThanOrEqual(rows.length - whole.length)
  expect(counts.bytes).toBeGreaterThan((count - whole.length) * 4_000)
  const samples = await testGateway.fresh.db
    .selectFrom('meter_values')
    .select('value')
    .where('station_id', '=', station.id)
    .execute()
  expect(samples).toHaveLength(count)
})
