import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NextCommand } from '../src/shared/station-command.ts'
import { newId } from '../src/shared/ids.ts'
import type { RawStation } from './raw-station.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open({ gateway: { callTimeoutMs: 400 } })))
afterAll(() => testGateway.close())

const command = (action = 'ClearCache', more: Partial<NextCommand> = {}): NextCommand => ({
  id: newId(),
  action,
  payload: {},
  shown: {},
  ...more,
})
const queue = (station: TestStation, ...commands: NextCommand[]) => {
  testGateway.commands.set(station.id, [...(testGateway.commands.get(station.id) ?? []), ...commands])
  testGateway.side.gateway.wake(station.id)
}
const outcomeOf = ({ id }: NextCommand, kind?: string) =>
  eventually(
    async () =>
      testGateway.outcomes.find((one) => one.id === id && (!kind || one.outcome.kind === kind))?.outcome,
  )
const calls = (socket: RawStation) =>
  socket.frames.map((text) => JSON.parse(text) as [number, string, string]).filter(([type]) => type === 2)

// Proves P1
test('one command is in progress at a time, the next follows the response', async () => {
  const { station, socket } = await testGateway.booted()
  const [one, two] = [command(), command('GetLocalListVersion')]
  queue(station, one, two)
  const [, id] = await socket.until(() => calls(socket)[0])
  await socket.call('Heartbeat', {})
  expect(calls(socket)).toHaveLength(1)
  socket.ws.send(JSON.stringify([3, id, { status: 'Accepted' }]))
  expect(await outcomeOf(one)).toMatchObject({
    kind: 'result',
    payload: { status: 'Accepted' },
    rawText: '{"status":"Accepted"}',
  })
  const [, next, action] = await socket.until(() => calls(socket)[1])
  expect(action).toBe('GetLocalListVersion')
  expect(next).not.toBe(id)
  socket.ws.send(JSON.stringify([4, next, 'NotSupported', 'no lists here', { a: 1 }]))
  expect(await outcomeOf(two)).toMatchObject({
    kind: 'error',
    code: 'NotSupported',
    description: 'no lists here',
    details: { a: 1 },
  })
  const log = await eventually(async () => {
    const rows = await testGateway.fresh.db
      .selectFrom('ocpp_log')
      .selectAll()
      .where('station_id', '=', station.id)
      .where('is_outgoing', '=', true)
      .orderBy('id')
      .execute()
    return rows.length === 2 && rows
  })
  expect(log.map(({ command_id, error_code }) => [command_id, error_code])).toEqual([
    [one.id, null],
    [two.id, 'NotSupported'],
  ])
})

// Proves P1, Q36
test('calls of the station are answered while a command is in progress', async () => {
  const { station, socket } = await testGateway.booted()
  const sent = command('RemoteStartTransaction')
  queue(station, sent)
  const [, id] = await socket.until(() => calls(socket)[0])
  expect(await socket.call('Authorize', { idTag: 'X' })).toHaveProperty('idTagInfo')
  socket.ws.send(JSON.stringify([3, id, { status: 'Accepted' }]))
  expect(await outcomeOf(sent)).toMatchObject({ kind: 'result' })
})

// Proves P2
test('a command without a response times out, its late response is reported as late and never as the next one', async () => {
  const { station, socket } = await testGateway.booted()
  const [one, two] = [command('Reset'), command('ClearCache')]
  queue(station, one, two)
  const [, id] = await socket.until(() => calls(socket)[0])
  expect(await outcomeOf(one)).toEqual({ kind: 'timeout' })
  const [, next] = await socket.until(() => calls(socket)[1])
  socket.ws.send(JSON.stringify([3, id, { status: 'Rejected' }]))
  expect(await outcomeOf(one, 'late')).toMatchObject({
    answer: { kind: 'result', payload: { status: 'Rejected' } },
  })
  socket.ws.send(JSON.stringify([3, next, { status: 'Accepted' }]))
  expect(await outcomeOf(two)).toMatchObject({ kind: 'result', payload: { status: 'Accepted' } })
})

// Proves G50, Q30
test('a response that is not JSON ends its command with the text, the socket stays', async () => {
  const { station, socket } = await testGateway.booted()
  for (const broken of ['[,1', '[[,{"key":"a"']) {
    const sent = command('GetConfiguration')
    const before = calls(socket).length
    queue(station, sent)
    const [, id] = await socket.until(() => calls(socket)[before])
    const text = `[3,"${id}",{"configurationKey":${broken}`
    socket.ws.send(text)
    expect(await outcomeOf(sent)).toMatchObject({ kind: 'unreadable', rawText: text })
  }
  await socket.call('Heartbeat', {})
})

// Proves G50, Q29
test('a response with unexpected types is passed on as the station sent it', async () => {
  const { station, socket } = await testGateway.booted()
  const sent = command('GetConfiguration')
  queue(station, sent)
  const [, id] = await socket.until(() => calls(socket)[0])
  const answer = '{"configurationKey":[{"key":"A","readonly":"false","value":9007199254740993}]}'
  socket.ws.send(`[3,"${id}", ${answer} ]`)
  expect(await outcomeOf(sent)).toMatchObject({ kind: 'result', rawText: answer })
})

// Proves Q45
test('three commands without a response make a station unresponsive, a response ends it', async () => {
  const { station, socket } = await testGateway.booted()
  const isUnresponsive = async () =>
    (
      await testGateway.fresh.db
        .selectFrom('stations')
        .select('is_unresponsive')
        .where('id', '=', station.id)
        .executeTakeFirstOrThrow()
    ).is_unresponsive
  queue(station, command(), command(), command())
  await eventually(isUnresponsive)
  await socket.call('Heartbeat', {})
  const sent = command()
  queue(station, sent)
  const [, id] = await socket.until(() => calls(socket)[3])
  socket.ws.send(JSON.stringify([3, id, { status: 'Accepted' }]))
  await eventually(async () => !(await isUnresponsive()))
})

// Proves G14
test('a command in progress is reported as lost when the connection ends or is replaced', async () => {
  const { station, socket } = await testGateway.booted()
  const [one, two] = [command('Reset', { timeoutMs: 60_000 }), command('Reset', { timeoutMs: 60_000 })]
  queue(station, one)
  await socket.until(() => calls(socket)[0])
  const second = await testGateway.connect(station)
  expect(await outcomeOf(one)).toEqual({ kind: 'gone' })
  await second.call('Heartbeat', {})
  queue(station, two)
  await second.until(() => calls(second)[0])
  second.ws.terminate()
  expect(await outcomeOf(two)).toEqual({ kind: 'gone' })
})

test('a station that reconnects is sent the commands that have waited for it', async () => {
  const { station, socket } = await testGateway.booted()
  await socket.close()
  const sent = command()
  testGateway.commands.set(station.id, [sent])
  await testGateway.fresh.db
    .insertInto('commands')
    .values({
      id: sent.id,
      run_id: sent.id,
      account_id: testGateway.accountId,
      station_id: station.id,
      action: sent.action,
      request: '{}',
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute()
  const again = await testGateway.connect(station)
  await again.call('Heartbeat', {})
  await again.until(() => calls(again)[0])
})

// Proves Q33
test('no command is sent before the boot was answered and the settling time is over', async () => {
  const slow = await TestGateway.open({
    gateway: { settleMs: 700, quietMs: 60_000 },
    database: testGateway.fresh,
  })
  const station = await slow.addStation()
  const sent = command()
  const socket = await slow.connect(station)
  slow.commands.set(station.id, [sent])
  slow.side.gateway.wake(station.id)
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  const bootedAt = Date.now()
  await socket.until(() => calls(socket)[0])
  expect(Date.now() - bootedAt).toBeGreaterThan(500)
  const other = await slow.connect(await slow.addStation())
  await other.call('Heartbeat', {})
  await slow.stop()
})
