import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CallFrame } from '@stationmaster/ocpp'
import { DeviationCounter } from './deviation-counter.ts'
import { frameText } from './frame-text.ts'
import { HeartbeatLog } from './heartbeat-log.ts'
import { forLog } from './log-entry.ts'
import { InboundQueue } from './inbound-queue.ts'
import { rawPayload } from './raw-payload.ts'
import { RecentResponses } from './recent-responses.ts'

const beat = (log: HeartbeatLog, second: number) =>
  log.add({
    at: new Date(second * 1_000),
    messageId: String(second),
    request: '{}',
    response: `at ${second}`,
  })

const inboundCall = (text = 'x') => ({ frame: {} as CallFrame, text, receivedAt: new Date() })

const open = () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const socket = {
    isPaused: false,
    pause: () => (socket.isPaused = true),
    resume: () => (socket.isPaused = false),
  }
  const box = new InboundQueue(socket as never, { pipelinedPerSecond: 20, pipelinedBurst: 5 })
  return { box, socket, pass: (ms: number) => vi.advanceTimersByTime(ms) }
}

afterEach(() => void vi.useRealTimers())

describe('the payload as the station wrote it', () => {
  it.each([
    ['[2,"1","Heartbeat",{}]', 3, '{}'],
    ['[2,"1","Heartbeat",null]', 3, '{}'],
    [
      ' [ 2 , "a,\\"b" , "Stop" , {"transactionId":9223372036854775807, "x":"]"} ] ',
      3,
      '{"transactionId":9223372036854775807, "x":"]"}',
    ],
    ['[2,"[{","A{,","{\\"q\\":1}"]', 3, '"{\\"q\\":1}"'],
    ['[3,"7",{"status":"\\u0000\\ud800"}]', 2, '{"status":"\\u0000\\ud800"}'],
    ['[3,"7"]', 2, '{}'],
  ] as const)('of %s', (text, commas, payload) => {
    expect(rawPayload(text, commas)).toBe(payload)
  })
})

// Proves L61
it('cuts a text that is too long for the log, even in the middle of a character', () => {
  const most = 'x'.repeat(65_536)
  expect(forLog(most)).toBe(most)
  expect(forLog(`${most.slice(1)}🔌`)).toBe(`${most.slice(1)}\ufffd…`)
})

describe('recent responses of a connection', () => {
  // Proves R1
  it('finds a message only by equal id, action and payload', () => {
    const repeats = new RecentResponses()
    repeats.add({ id: '1', action: 'StartTransaction', rawPayload: '{"a":1}', answer: 'first' })
    expect(repeats.find('1', 'StartTransaction', '{"a":1}')).toBe('first')
    expect(repeats.find('1', 'StartTransaction', '{"a":2}')).toBeNull()
    expect(repeats.find('1', 'StopTransaction', '{"a":1}')).toBeNull()
    expect(repeats.find('2', 'StartTransaction', '{"a":1}')).toBeNull()
  })

  it('does not remember an answer that contains a time or a state', () => {
    const repeats = new RecentResponses()
    for (const action of ['BootNotification', 'Heartbeat', 'StatusNotification', 'Authorize'])
      repeats.add({ id: '1', action, rawPayload: '{}', answer: 'x' })
    expect(repeats.find('1', 'StatusNotification', '{}')).toBeNull()
  })

  // Proves INV-9, L17
  it('keeps only the newest few, and no long ones', () => {
    const repeats = new RecentResponses()
    repeats.add({ id: 'long', action: 'MeterValues', rawPayload: 'x'.repeat(5_000), answer: 'x' })
    for (let n = 0; n < 10; n++)
      repeats.add({ id: String(n), action: 'MeterValues', rawPayload: '{}', answer: 'x' })
    expect(repeats.find('long', 'MeterValues', 'x'.repeat(5_000))).toBeNull()
    expect(repeats.find('5', 'MeterValues', '{}')).toBeNull()
    expect(repeats.find('9', 'MeterValues', '{}')).toBe('x')
  })
})

describe('heartbeats in the log', () => {
  // Proves G51, L19
  it('are collected, then added to the entry that was written', () => {
    const log = new HeartbeatLog()
    for (const second of [1, 2, 3]) beat(log, second)
    expect(log.take('s', 'a')).toMatchObject({ entryId: null, repeats: 3, response: 'at 3', messageId: '1' })
    expect(log.take('s', 'a')).toBeNull()
    log.written(77)
    beat(log, 4)
    expect(log.take('s', 'a')).toMatchObject({ entryId: 77, repeats: 1, at: new Date(1_000).toISOString() })
  })

  // Proves L62
  it('start a new entry after another message, and after an hour', () => {
    const log = new HeartbeatLog()
    beat(log, 1)
    log.take('s', 'a')
    log.written(1)
    log.break()
    beat(log, 2)
    expect(log.take('s', 'a')).toMatchObject({ entryId: null })
    log.written(2)
    beat(log, 4_000)
    expect(log.take('s', 'a')).toMatchObject({ entryId: null })
  })

  it('precede the message that ends their series', () => {
    const log = new HeartbeatLog()
    beat(log, 1)
    log.take('s', 'a')
    log.written(1)
    beat(log, 2)
    log.break()
    expect(log.take('s', 'a')).toMatchObject({ entryId: 1 })
    beat(log, 3)
    expect(log.take('s', 'a')).toMatchObject({ entryId: null })
  })
})

describe('the inbound queue of a station', () => {
  // Proves G49
  it('never slows down a station that waits for its answers', () => {
    const { box } = open()
    for (let n = 0; n < 1_000; n++) {
      box.put(inboundCall(), true)
      expect(box.take()).toBeDefined()
    }
  })

  // Proves L9
  it('gives a station that does not wait a share, and resumes reading when there is space', () => {
    const { box, socket, pass } = open()
    for (let n = 0; n < 40; n++) box.put(inboundCall(), n === 0)
    expect(socket.isPaused).toBe(true)
    let taken = 0
    while (box.take()) taken++
    expect(taken).toBe(5)
    pass(1_000)
    while (box.take()) taken++
    expect(taken).toBe(10)
    for (let n = 0; n < 10; n++) {
      pass(1_000)
      while (box.take()) taken++
    }
    expect(taken).toBe(40)
    expect(socket.isPaused).toBe(false)
    expect(box.isEmpty).toBe(true)
  })
})

// Proves G39
describe('the length of a frame', () => {
  it('is limited, with a separate limit for StopTransaction', () => {
    const options = { frameBytes: 100 }
    const stop = `[2,"1","StopTransaction",{"x":"${'y'.repeat(200)}"}]`
    expect(frameText(Buffer.from('x'.repeat(100)), options)?.text).toHaveLength(100)
    expect(frameText(Buffer.from('x'.repeat(101)), options)).toBeNull()
    expect(frameText(Buffer.from(stop), options)?.list).toEqual(['transactionData'])
    expect(frameText(Buffer.from(stop.replace('Stop', 'Stup')), options)).toBeNull()
  })
})

describe('counters', () => {
  // Proves INV-9, L18
  it('store deviations with one sample each, up to a limit', () => {
    const counter = new DeviationCounter()
    for (let n = 0; n < 500; n++) counter.note(`rule ${n % 300}`, 'x'.repeat(10_000))
    const rows = counter.take('s', new Date(0))
    expect(rows).toHaveLength(200)
    expect(rows[0]).toMatchObject({ rule: 'rule 0', count: 2, sample: 'x'.repeat(500) })
    expect(counter.isEmpty).toBe(true)
  })
})
