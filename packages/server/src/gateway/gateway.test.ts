import { afterEach, describe, expect, it } from 'vitest'
import { MemoryGateway } from '../../test/memory-gateway.ts'
import type { RawStation } from '../../test/raw-station.ts'
import type { StationHandlers16 } from '../shared/station-connection.ts'
import type { GatewayOptions } from './index.ts'
import type { NextCommand } from '../shared/station-command.ts'

let memory: MemoryGateway
afterEach(() => memory.close())

/** Opens a gateway with these handlers, and a station that is connected. */
const open = async (handlers: Partial<StationHandlers16> = {}, options: Partial<GatewayOptions> = {}) => {
  memory = await MemoryGateway.open(handlers, options)
  return memory.connect('CP')
}
const fail = () => {
  throw new Error('a bug')
}
const stop = { transactionId: 1, meterStop: 1, timestamp: '2026-01-01T00:00:00Z' }
const start = { connectorId: 1, idTag: 'x', meterStart: 1, timestamp: '2026-01-01T00:00:00Z' }
const meterValues = {
  connectorId: 1,
  meterValue: [{ timestamp: '2026-01-01T00:00:00Z', sampledValue: [{ value: '1' }] }],
}

/** Sends a message several times and returns the types of the answers. */
const types = async (socket: RawStation, payload: object, times: number) => {
  const found: unknown[] = []
  for (let n = 0; n < times; n++) found.push((await socket.callFrame('StopTransaction', payload))[0])
  return found
}

const command = (id: string, timeoutMs?: number): NextCommand => ({
  id,
  action: 'Reset',
  payload: {},
  shown: {},
  timeoutMs,
})

/** Returns the calls that the server has sent. */
const calls = (socket: RawStation) =>
  socket.frames.map((text) => JSON.parse(text) as [number, string]).filter(([type]) => type === 2)

describe('a handler that fails', () => {
  // Proves G22, INV-10
  it.each<[string, StationHandlers16['Authorize']]>([
    ['throws', fail],
    ['rejects', () => Promise.reject(new Error('a bug'))],
    ['throws while it decides', () => ({ decide: fail })],
  ])('%s: only the failing call is answered with an InternalError, without details', async (_, Authorize) => {
    const socket = await open({ Authorize })
    const answer = await socket.callFrame('Authorize', { idTag: 'x' })
    expect(answer.slice(0, 3)).toEqual([4, 'm1', 'InternalError'])
    expect(answer[3]).toMatch(/reference [0-9a-f]{12}/)
    expect(JSON.stringify(answer)).not.toContain('a bug')
    expect(await socket.call('Heartbeat', {})).toEqual({ currentTime: 'now' })
    await expect.poll(() => memory.rows('log').at(-1)).toMatchObject({ errorCode: 'InternalError' })
  })

  // Proves G22
  it('closes the socket after more failures than allowed in a minute', async () => {
    const socket = await open({ Authorize: fail }, { failuresPerMinute: 2 })
    for (const idTag of ['a', 'b', 'c']) socket.ws.send(JSON.stringify([2, idTag, 'Authorize', { idTag }]))
    expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1011 })
  })
})

// Proves G22
it('an unexpected error before the handler is answered too, and does not affect the next calls', async () => {
  const socket = await open({ Authorize: () => ({ idTagInfo: { status: 'Accepted' } }) })
  memory.mayExchangeMessages = fail
  expect((await socket.callFrame('Authorize', { idTag: 'x' }))[2]).toBe('InternalError')
  memory.mayExchangeMessages = () => true
  expect(await socket.call('Authorize', { idTag: 'x' })).toEqual({ idTagInfo: { status: 'Accepted' } })
})

describe('a message that fails each time', () => {
  const failing = { StopTransaction: fail, StartTransaction: fail }

  // Proves G38, Q35
  it('is stored as a dead letter at the third failure and answered, so that the queue of the station advances', async () => {
    // only two failures of each message count as such
    const socket = await open(failing, { failuresPerMinute: 4 })
    expect(await types(socket, stop, 3)).toEqual([4, 4, 3])
    expect(memory.rows('unmatchedMessages')).toMatchObject([
      { kind: 'unreadable', payload: JSON.stringify(stop) },
    ])
    const answers = []
    for (let n = 0; n < 3; n++) answers.push((await socket.callFrame('StartTransaction', start)).slice(2))
    expect(answers.at(-1)).toEqual([{ idTagInfo: { status: 'Invalid' }, transactionId: 4711 }])
  })

  // Proves L27
  it('is stored as a dead letter even if many others fail in between, and counted from one again after twenty others', async () => {
    const socket = await open(failing, { failuresPerMinute: 1_000 })
    let others = 0
    const failOthers = async (count: number) => {
      for (let n = 0; n < count; n++) await types(socket, { ...stop, transactionId: 1_000 + others++ }, 1)
    }
    const answers = []
    for (const between of [9, 19, 0, 0, 0, 20, 0]) {
      answers.push(...(await types(socket, stop, 1)))
      await failOthers(between)
    }
    expect(answers).toEqual([4, 4, 3, 3, 3, 3, 4])
  })
})

describe('a call that is not stored', () => {
  // Proves INV-1
  it('is not answered while the storage is unavailable', async () => {
    const socket = await open({ StopTransaction: () => ({ decide: () => ({}) }) })
    memory.failure = Object.assign(new Error('away'), { name: 'StorageAway' })
    socket.ws.send(JSON.stringify([2, 'stop', 'StopTransaction', stop]))
    expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1013 })
    expect(socket.frames).toEqual([])
  })

  // Proves INV-1
  it('is answered after its facts and its log entry were committed together', async () => {
    const socket = await open({
      MeterValues: () => ({
        decide: (facts) => (facts.add('seen', { stationId: 'CP', epoch: 1, at: '' }), {}),
        committed: () => expect(memory.stored.slice(-2).map(({ kind }) => kind)).toEqual(['seen', 'log']),
      }),
    })
    memory.hold()
    socket.ws.send(JSON.stringify([2, 'values', 'MeterValues', meterValues]))
    // a later heartbeat waits too
    socket.ws.send(JSON.stringify([2, 'beat', 'Heartbeat', {}]))
    const other = await memory.connect('other')
    await other.call('Heartbeat', {})
    expect(socket.frames).toEqual([])
    memory.release()
    expect(await socket.answerTo('values')).toEqual([3, 'values', {}])
  })
})

// Proves G4
it('heartbeats are answered without the storage, and collected in the log', async () => {
  const socket = await open()
  memory.hold()
  for (let n = 0; n < 3; n++) expect(await socket.call('Heartbeat', {})).toEqual({ currentTime: 'now' })
  memory.release()
  await socket.close()
  await expect.poll(() => memory.rows('heartbeats')).toMatchObject([{ repeats: 3 }])
})

describe('the answer of a handler', () => {
  it('is sent again only for calls whose answer contains no time or state', async () => {
    let handled = 0
    const socket = await open({
      Authorize: () => ({ idTagInfo: { status: handled++ ? 'Blocked' : 'Accepted' } }),
      DataTransfer: () => ({ status: 'Accepted', data: String(handled++) }),
    })
    const answers = async (action: string, payload: object) => {
      for (const id of ['first', 'first', 'first']) socket.ws.send(JSON.stringify([2, id, action, payload]))
      await socket.call('Heartbeat', {})
      return new Set(socket.frames.splice(0).slice(0, 3)).size
    }
    expect(await answers('Authorize', { idTag: 'x' })).toBe(2)
    expect(await answers('DataTransfer', { vendorId: 'v' })).toBe(1)
  })

  it('has its members in the order of the schema if it took its own database transaction', async () => {
    const socket = await open({
      Authorize: async () => ({ idTagInfo: { status: 'Accepted', parentIdTag: 'p' } }),
    })
    await socket.callFrame('Authorize', { idTag: 'x' })
    expect(socket.frames).toEqual(['[3,"m1",{"idTagInfo":{"parentIdTag":"p","status":"Accepted"}}]'])
  })

  it('may be a CALLERROR', async () => {
    const socket = await open({ DataTransfer: () => ({ failure: 'SecurityError', description: 'no' }) })
    expect(await socket.callFrame('DataTransfer', { vendorId: 'v' })).toEqual([
      4,
      'm1',
      'SecurityError',
      'no',
      {},
    ])
  })
})

// Proves G49
it('a station that waits for its answers is never slowed down', async () => {
  const socket = await open({}, { pipelinedBurst: 1, pipelinedPerSecond: 1 / 60 })
  for (let n = 0; n < 200; n++) await socket.call('Heartbeat', {})
})

describe('commands to a station', () => {
  it('are not ended by an answer with another message id', async () => {
    const socket = await open()
    memory.queue('CP', command('one'))
    await socket.call('Heartbeat', {})
    const [, id] = await socket.until(() => calls(socket)[0])
    socket.ws.send('[3,"other",{}]')
    await socket.call('Heartbeat', {})
    expect(memory.outcomes).toEqual([])
    socket.ws.send(`[3,"${id}",{}]`)
    await expect.poll(() => memory.outcomes).toMatchObject([{ id: 'one', outcome: { kind: 'result' } }])
    const rejected = memory.rows('log').filter(({ action }) => action === 'InvalidMessage')
    expect(rejected).toMatchObject([{ messageId: 'other', errorCode: 'UnexpectedAnswer' }])
  })

  // Proves L21
  it('are remembered for a late answer until fifty newer ones have expired', async () => {
    const socket = await open()
    await socket.call('Heartbeat', {})
    memory.queue('CP', ...Array.from({ length: 60 }, (_, n) => command(String(n), 0)))
    await expect.poll(() => memory.outcomes).toHaveLength(60)
    const ids = calls(socket).map(([, id]) => id)
    socket.ws.send(`[3,"${ids[5]}",{}]`)
    socket.ws.send(`[3,"${ids[55]}",{}]`)
    await expect.poll(() => memory.outcomes).toHaveLength(61)
    expect(memory.outcomes.at(-1)).toMatchObject({ id: '55', outcome: { kind: 'late' } })
  })

  // Proves Q45
  it('make it unresponsive after three without an answer in a row, until the next answer; each is stored once', async () => {
    const socket = await open()
    await socket.call('Heartbeat', {})
    memory.queue('CP', ...Array.from({ length: 5 }, (_, n) => command(String(n), 0)))
    await expect.poll(() => memory.outcomes).toHaveLength(5)
    for (const [, id] of calls(socket)) socket.ws.send(`[3,"${id}",{}]`)
    await expect.poll(() => memory.outcomes).toHaveLength(10)
    expect(memory.rows('responsiveness').map(({ isUnresponsive }) => isUnresponsive)).toEqual([true, false])
  })
})

// Proves G3, INV-6
describe('the end of the gateway', () => {
  it('waits for the answer to a command, and leaves the next one to another gateway', async () => {
    const socket = await open({}, { quietMs: 0 })
    await socket.call('Heartbeat', {})
    memory.queue('CP', command('sent'), command('waiting'))
    await expect.poll(() => calls(socket)).toHaveLength(1)
    const closed = memory.gateway.close(0)
    // a round trip, in which the gateway would have closed the socket
    await socket.call('Heartbeat', {})
    socket.ws.send(`[3,"${calls(socket)[0]![1]}",{"status":"Accepted"}]`)
    expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1001 })
    await closed
    expect(memory.outcomes).toMatchObject([{ id: 'sent', outcome: { kind: 'result' } }])
    expect(memory.commands).toMatchObject([{ id: 'waiting' }])
  })

  it('does not wait long for a station that does not answer a command', async () => {
    const socket = await open({}, { quietMs: 0 })
    await socket.call('Heartbeat', {})
    memory.queue('CP', command('sent'))
    await expect.poll(() => calls(socket)).toHaveLength(1)
    await memory.gateway.close(0, { callMs: 0, commandMs: 0 })
    expect(memory.outcomes).toMatchObject([{ id: 'sent', outcome: { kind: 'gone' } }])
  })
})

describe('events of connections', () => {
  // Proves L51
  it('are one row for a station that reconnects repeatedly while nothing can be stored', async () => {
    const first = await open()
    await first.call('Heartbeat', {})
    memory.failure = new Error('away')
    await first.close()
    for (let n = 0; n < 20; n++) {
      const socket = await memory.connect(n === 10 ? 'other' : 'CP')
      await socket.call('Heartbeat', {})
      await socket.close()
    }
    memory.failure = null
    await expect
      .poll(() => memory.rows('offline').map(({ stationId, epoch }) => [stationId, epoch]))
      .toEqual([
        ['CP', 21],
        ['other', 12],
      ])
  })

  it('include one end of a connection that closes while it is registered', async () => {
    memory = await MemoryGateway.open()
    let register: (() => void) | undefined
    memory.beforeRegister = () => new Promise((resolve) => (register = resolve))
    const socket = await memory.connect('CP')
    await socket.close()
    const ends = () => memory.rows('log').filter(({ action }) => action === 'Disconnect')
    await expect.poll(ends).toHaveLength(1)
    register!()
    await expect.poll(() => memory.rows('offline')).toHaveLength(1)
    expect(ends()).toHaveLength(1)
  })

  // Proves INV-11
  it('include the end of a connection whose successor could not be registered', async () => {
    const first = await open()
    await first.call('Heartbeat', {})
    memory.beforeRegister = () => Promise.reject(new Error('away'))
    const second = await memory.connect('CP')
    expect(await second.until(() => second.closed)).toMatchObject({ code: 1013 })
    await expect
      .poll(() => memory.rows('offline').map(({ stationId, epoch }) => [stationId, epoch]))
      .toEqual([['CP', 1]])
  })

  // Proves L50
  it('are one log entry a minute for a station whose handshakes are rejected', async () => {
    await open()
    for (let n = 0; n < 3; n++)
      await expect(memory.connect('old', { protocols: ['ocpp1.5'] })).rejects.toThrow('subprotocol')
    const entries = memory.rows('log').filter(({ stationId }) => stationId === 'old')
    expect(entries).toMatchObject([{ action: 'Connect', errorCode: 'ConnectionRefused' }])
  })
})

// Proves G11, G21
describe('a command that the gateway receives after it was suspended', () => {
  it('is not sent, and the next one is', async () => {
    let aheadMs = 0
    const clock = { now: () => new Date(), monotonicMs: () => performance.now() + aheadMs }
    memory = await MemoryGateway.open({}, { quietMs: 0 }, { clock })
    const socket = await memory.connect('CP')
    await socket.call('Heartbeat', {})
    memory.beforeCommand = () => {
      if (memory.commands[0]?.id === 'old') aheadMs += 60_000
    }
    for (const id of ['old', 'new'])
      memory.commands.push({ id, action: id === 'old' ? 'Reset' : 'ClearCache', payload: {}, shown: {} })
    memory.gateway.wake('CP')
    const sent = () =>
      socket.frames
        .map((text) => JSON.parse(text) as unknown[])
        .flatMap(([type, , action]) => (type === 2 ? [action] : []))
    await expect.poll(sent).toEqual(['ClearCache'])
    expect(memory.outcomes).toEqual([{ id: 'old', outcome: { kind: 'unsent' } }])
  })
})
