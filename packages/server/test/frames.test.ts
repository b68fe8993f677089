import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientFrame, net } from './raw-socket.ts'
import { eventually, TestGateway } from './test-gateway.ts'
import type { RawStation } from './raw-station.ts'

let gateway: TestGateway
let bystander: RawStation
beforeAll(async () => {
  gateway = await TestGateway.open()
  bystander = (await gateway.booted()).socket
})
afterAll(() => gateway.close())

/** Expects that another station is answered as usual. */
const expectOthersUntouched = async () => {
  const { currentTime } = await bystander.call<{ currentTime: string }>('Heartbeat', {})
  expect(currentTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
}

const deep = (levels: number) => `[2,"deep","DataTransfer",${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}]`
const wide = `[2,"wide","DataTransfer",{${Array.from({ length: 300 }, (_, n) => `"k${n}":1`).join()}}]`

test.each([
  // Proves G47
  ['a call whose JSON is truncated', '[2,"t1","Heartbeat",{', [4, 't1', 'FormationViolation']],
  // Proves G40
  ['a frame of depth 40', deep(40), [4, 'deep', 'FormationViolation']],
  // Proves G41
  ['an object of 300 keys', wide, [4, 'wide', 'FormationViolation']],
  // Proves G47
  ['a payload that is a list', '[2,"l1","Heartbeat",[]]', [4, 'l1', 'FormationViolation']],
  // Proves G47
  ['a call without a payload', '[2,"n1","Heartbeat"]', [4, 'n1', 'FormationViolation']],
  // Proves G47
  [
    'an id of 200 characters',
    `[2,"${'i'.repeat(200)}","Heartbeat",{}]`,
    [4, 'i'.repeat(200), 'FormationViolation'],
  ],
  // Proves G47
  ['a number as id', '[2,7,"Heartbeat",{}]', [4, '7', 'FormationViolation']],
  // Proves F30
  ['an unknown action', '[2,"u1","Teleport",{}]', [4, 'u1', 'NotImplemented']],
  ['an action that only the server may send', '[2,"u2","Reset",{"type":"Hard"}]', [4, 'u2', 'NotSupported']],
  // Proves G42
  ['__proto__ as action', '[2,"u3","__proto__",{}]', [4, 'u3', 'NotImplemented']],
  // Proves G42
  ['constructor as action', '[2,"u4","constructor",{}]', [4, 'u4', 'NotImplemented']],
  // Proves F30
  [
    'a field that is far too long',
    `[2,"f1","Authorize",{"idTag":"${'x'.repeat(300)}"}]`,
    [4, 'f1', 'PropertyConstraintViolation'],
  ],
  ['a required field that is missing', '[2,"f2","Authorize",{}]', [4, 'f2', 'OccurenceConstraintViolation']],
  [
    'a field of the wrong type',
    '[2,"f3","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":{}}]',
    [4, 'f3', 'TypeConstraintViolation'],
  ],
  // Proves P4
  ['a payload that is null', '[2,"p1","Heartbeat",null]', [3, 'p1']],
])('%s is answered', async (_, frame, answer) => {
  const { socket } = await gateway.booted()
  socket.ws.send(frame)
  const id = String(answer[1])
  const [type, of, code, description] = await socket.answerTo(id)
  expect([type, of, ...(type === 4 ? [code] : [])]).toEqual(answer)
  if (id.startsWith('f')) expect(description).toMatch(/^\/(idTag|status) /)
  await socket.call('Heartbeat', {})
  await socket.close()
})

test.each([
  // Proves G47
  ['text that is not JSON', 'hello'],
  // Proves G47
  ['an object', '{}'],
  // Proves G47
  ['an empty list', '[]'],
  // Proves G47
  ['a result without a call', '[3,"never-asked",{}]'],
  // Proves G47
  ['an error without a call', '[4,"never-asked","GenericError","",{}]'],
  // Proves P4
  ['a message type of another version', '[99,"x",{}]'],
  // Proves P4
  ['a SEND of 2.1', '[6,"x","NotifyPeriodicEventStream",{}]'],
])('%s is not answered, and counted', async (_, frame) => {
  const { station, socket } = await gateway.booted()
  const before = socket.frames.length
  socket.ws.send(frame)
  await socket.call('Heartbeat', {})
  expect(socket.frames.length).toBe(before + 1)
  await socket.close()
  await eventually(() =>
    gateway.fresh.db
      .selectFrom('station_deviations')
      .selectAll()
      .where('station_id', '=', station.id)
      .executeTakeFirst(),
  )
})

// Proves G47
test('more than twenty unreadable frames a minute close the socket', async () => {
  const { socket } = await gateway.booted()
  for (let n = 0; n < 21; n++) socket.ws.send('no json')
  expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1008 })
  await expectOthersUntouched()
})

// Proves G39, F30, L7
test('a frame of 100 MB is refused before it is buffered, memory stays flat', async () => {
  const { station, socket } = await gateway.booted()
  await socket.close()
  global.gc?.()
  const before = process.memoryUsage().rss
  const part = Buffer.alloc(65_536, 0x20)
  const answer = await net(gateway.url, station, undefined, (raw) => {
    const head = Buffer.from([0x81, 127 | 0x80, 0, 0, 0, 0, 0x06, 0x40, 0, 0, 0, 0, 0, 0])
    raw.write(head)
    for (let n = 0; n < 1_600 && raw.writable; n++) if (!raw.write(part)) break
  })
  expect(answer.closeCode).toBe(1009)
  expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024)
  await expectOthersUntouched()
})

// Proves G39, L1
test('a frame over the limit closes the socket, a StopTransaction may be longer', async () => {
  const { socket } = await gateway.booted()
  const long = `[2,"long","DataTransfer",{"vendorId":"v","data":"${'x'.repeat(300_000)}"}]`
  const stopped = `[2,"stop","StopTransaction",{"transactionId":1,"meterStop":1,"timestamp":"2026-01-01T00:00:00Z","transactionData":[{"timestamp":"2026-01-01T00:00:00Z","sampledValue":[${Array.from({ length: 9_000 }, () => '{"value":"1","measurand":"SoC"}').join()}]}]}]`
  expect(stopped.length).toBeGreaterThan(256 * 1024)
  socket.ws.send(stopped)
  expect((await socket.answerTo('stop'))[0]).toBe(3)
  socket.ws.send(long)
  expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1009 })
})

// Proves G39
test('endless fragments close the socket', async () => {
  const { station, socket } = await gateway.booted()
  await socket.close()
  const answer = await net(gateway.url, station, undefined, (raw) => {
    raw.write(clientFrame(1, Buffer.from('['), false))
    for (let n = 0; n < 500 && raw.writable; n++) raw.write(clientFrame(0, Buffer.from(' '), false))
  })
  expect([1008, 1009]).toContain(answer.closeCode)
  await expectOthersUntouched()
})

// Proves G45
test('invalid UTF-8 closes with 1007', async () => {
  const { station, socket } = await gateway.booted()
  await socket.close()
  const bad = Buffer.concat([
    Buffer.from('[2,"x","Heartbeat",{"a":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}]'),
  ])
  expect(
    (await net(gateway.url, station, undefined, (raw) => raw.write(clientFrame(1, bad)))).closeCode,
  ).toBe(1007)
})

// Proves G45, Q9
test('reserved bits close with 1002, and the reconnection is accepted immediately', async () => {
  const { station, socket } = await gateway.booted()
  await socket.close()
  const call = Buffer.from('[2,"x","Heartbeat",{}]')
  const answer = await net(gateway.url, station, undefined, (raw) => raw.write(clientFrame(1, call, true, 4)))
  expect(answer.closeCode).toBe(1002)
  const again = await gateway.connect(station)
  await again.call('Heartbeat', {})
  await again.close()
})

// Proves G45
test('a binary frame that is JSON is accepted and counted', async () => {
  const { station, socket } = await gateway.booted()
  socket.ws.send(Buffer.from('[2,"b1","Heartbeat",{}]'), { binary: true })
  expect((await socket.answerTo('b1'))[0]).toBe(3)
  await socket.close()
  const noted = await eventually(() =>
    gateway.fresh.db
      .selectFrom('station_deviations')
      .selectAll()
      .where('station_id', '=', station.id)
      .executeTakeFirst(),
  )
  expect(noted.rule).toBe('binary-frame')
})

// Proves G39
test('a flood of pings does not affect other stations', async () => {
  const { station, socket } = await gateway.booted()
  await socket.close()
  const flood = net(gateway.url, station, undefined, (raw) => {
    for (let n = 0; n < 2_000 && raw.writable; n++) raw.write(clientFrame(9, Buffer.from('ping')))
    raw.end()
  })
  await expectOthersUntouched()
  await flood
})

// Proves F5
test('responses are compact and their members have the order of the schema', async () => {
  const { socket } = await gateway.booted()
  const boot = socket.frames[0]!
  expect(boot).toMatch(/^\[3,"m1",\{"status":"Accepted","currentTime":"[^"]+","interval":\d+\}\]$/)
  await gateway.addCard('ORDERED', { parent_code: 'GROUP', expires_at: new Date('2099-01-01') })
  socket.ws.send('[2,"o1","Authorize",{"idTag":"ORDERED"}]')
  await socket.answerTo('o1')
  expect(socket.frames.at(-1)).toBe(
    '[3,"o1",{"idTagInfo":{"expiryDate":"2099-01-01T00:00:00.000Z","parentIdTag":"GROUP","status":"Accepted"}}]',
  )
  await socket.close()
})
