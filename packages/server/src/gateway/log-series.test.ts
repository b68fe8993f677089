import { describe, expect, it } from 'vitest'
import { HeartbeatSeries } from './log-series.ts'

const beat = (log: HeartbeatSeries, second: number) =>
  log.add({
    at: new Date(second * 1_000),
    messageId: String(second),
    request: '{}',
    response: `at ${second}`,
  })

describe('heartbeats in the log', () => {
  // Proves G51, L19
  it('are collected, then added to the entry that was written', () => {
    const log = new HeartbeatSeries()
    for (const second of [1, 2, 3]) beat(log, second)
    expect(log.take()).toMatchObject({ entryId: null, repeats: 3, response: 'at 3', messageId: '1' })
    expect(log.take()).toBeNull()
    log.written(77)
    beat(log, 4)
    expect(log.take()).toMatchObject({ entryId: 77, repeats: 1, at: new Date(1_000).toISOString() })
  })

  it('wait for the entry that is being written, and extend it', () => {
    const log = new HeartbeatSeries()
    beat(log, 1)
    log.take()
    beat(log, 2)
    expect(log.isAwaited).toBe(true)
    log.written(77)
    expect(log.isAwaited).toBe(false)
    expect(log.take()).toMatchObject({ entryId: 77, repeats: 1 })
  })

  it('start a new entry if the first write failed', () => {
    const log = new HeartbeatSeries()
    beat(log, 1)
    log.take()
    beat(log, 2)
    log.finishWrite()
    expect(log.isAwaited).toBe(false)
    expect(log.take()).toMatchObject({ entryId: null, repeats: 1, messageId: '2' })
  })

  // Proves L62
  it('start a new entry after another message, and after an hour', () => {
    const log = new HeartbeatSeries()
    beat(log, 1)
    log.take()
    log.written(1)
    log.break()
    beat(log, 2)
    expect(log.take()).toMatchObject({ entryId: null })
    log.written(2)
    beat(log, 4_000)
    expect(log.take()).toMatchObject({ entryId: null })
  })

  it('precede the message that ends their series', () => {
    const log = new HeartbeatSeries()
    beat(log, 1)
    log.take()
    log.written(1)
    beat(log, 2)
    log.break()
    expect(log.take()).toMatchObject({ entryId: 1 })
    beat(log, 3)
    expect(log.take()).toMatchObject({ entryId: null })
  })
})
