import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { RepeatedEntryFact, LogFact } from '../shared/facts.ts'
import { LogCompactor, type StationLog } from './log-compactor.ts'
import { callSeries } from './repeated-entries.ts'

const options = { logBurstBytes: 10_000, logBytesPerMinute: 6_000, logShortBurst: 2, logShortPerMinute: 1 }

const entry = (n: number, action = 'StatusNotification'): LogFact => ({
  at: new Date(n * 1_000).toISOString(),
  accountId: 'a',
  stationId: 's',
  isOutgoing: false,
  action,
  messageId: `m${n}`,
  request: `{"n":${n}}`,
  response: '{}',
  errorCode: null,
  durationMs: 1,
  commandId: null,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const passUntil = (ms: number) => vi.advanceTimersByTime(ms - performance.now())

/** Opens the log of a station `s` that records its writes. */
function open() {
  const rows: RepeatedEntryFact[] = []
  const state = { fails: false, reached: null as number | null, counted: 0, day: '2026-01-01' }
  const logs = new LogCompactor(
    options,
    () => performance.now(),
    {
      reached: () => state.reached,
      add: (_, bytes) => void (state.counted += bytes),
      today: () => state.day,
    },
    (row) => {
      if (state.fails) return Promise.reject(new Error('away'))
      rows.push(row)
      if (row.entryId === null) logs.written(new Map([[row.series, rows.length]]))
      return Promise.resolve()
    },
  )
  const log = logs.of('s')
  const flap = async (times: number, connectorId = 1) => {
    let gathered = 0
    for (let n = 0; n < times; n++) {
      const series = callSeries(log, 'StatusNotification', { connectorId })
      if (!series) continue
      gathered++
      log.combine(series, entry(n))
      await Promise.resolve()
    }
    return gathered
  }
  return { rows, state, logs, log, flap }
}

const gather = async (log: StationLog, times: number) => {
  for (let left = times; left > 0; ) {
    const series = callSeries(log, 'DataTransfer', {})
    if (!series) continue
    log.combine(series, entry(1, 'DataTransfer'))
    left--
    await Promise.resolve()
  }
}

/** Opens logs that remember the given number of stations. */
function openFor(limit: number) {
  const rows: RepeatedEntryFact[] = []
  const store = (row: RepeatedEntryFact) => {
    rows.push(row)
    return Promise.resolve()
  }
  const volumes = { reached: () => null, add: () => {}, today: () => '2026-01-01' }
  const logs = new LogCompactor(options, () => performance.now(), volumes, store, limit)
  return { logs, rows }
}

describe('repeated entries', () => {
  // Proves L57
  it('are written one by one up to a number per minute, for each connector separately', async () => {
    const { log, logs, flap } = open()
    expect(await flap(121)).toBe(1)
    expect(callSeries(log, 'StatusNotification', { connectorId: 2 })).toBeNull()
    expect(callSeries(logs.of('t'), 'StatusNotification', { connectorId: 1 })).toBeNull()
    expect(callSeries(log, 'StartTransaction', { connectorId: 1 })).toBeNull()
    passUntil(130_000)
    expect(await flap(120)).toBe(0)
  })

  // Proves G51
  it('start a growing entry immediately, with the first time, the newest content and the count', async () => {
    const { rows, logs, flap } = open()
    await flap(130)
    expect(rows).toMatchObject([{ entryId: null, repeats: 1, request: '{"n":120}', at: entry(120).at }])
    logs.flush(() => true)
    expect(rows).toHaveLength(1)
    passUntil(10_000)
    logs.flush(() => true)
    expect(rows[1]).toMatchObject({ entryId: 1, repeats: 9, request: '{"n":129}', at: entry(120).at })
  })

  it('extend the same entry while they continue, and start another after a quiet minute', async () => {
    const { rows, flap } = open()
    await flap(122)
    passUntil(70_000)
    await flap(1)
    expect(rows.at(-1)).toMatchObject({ entryId: 1 })
    passUntil(300_000)
    await flap(121)
    expect(rows.at(-1)).toMatchObject({ entryId: null, repeats: 1 })
  })

  it('are written with the next ones after a failed write', async () => {
    const { rows, state, logs, flap } = open()
    state.fails = true
    await flap(125)
    await new Promise((resolve) => setImmediate(resolve))
    state.fails = false
    passUntil(10_000)
    logs.flush(() => true)
    expect(rows).toMatchObject([{ repeats: 5, entryId: null }])
  })

  // Proves L56
  it('of boots are grouped by text; a boot with another text is written separately', () => {
    const { log } = open()
    const boots = Array.from({ length: 4 }, () =>
      callSeries(log, 'BootNotification', { firmwareVersion: '1' }),
    )
    expect(boots.map((one) => one !== null)).toEqual([false, false, true, true])
    expect(callSeries(log, 'BootNotification', { firmwareVersion: '2' })).toBeNull()
  })

  // Proves INV-9, L59
  it('share one series beyond 64 of a group, and are removed when a station is quiet', async () => {
    const { log, logs } = open()
    for (let n = 0; n < 1_000; n++) callSeries(log, 'StatusNotification', { connectorId: n })
    expect(callSeries(log, 'StatusNotification', { connectorId: 5_000 })?.name).toBe('s/StatusNotification')
    await Promise.resolve()
    passUntil(600_000)
    logs.flush(() => false)
    expect(logs.size).toBe(0)
  })

  // Proves INV-9, L59
  it('are joined for a station beyond the limit too; those of an evicted station are counted', async () => {
    const { logs, rows } = openFor(3)
    const first = logs.of('s0')
    await gather(first, 3)
    for (const name of ['s1', 's2', 's3', 's4']) await gather(logs.of(name), 3)
    expect(logs.size).toBe(3)
    // three beyond the limit of each: one starts an entry, the others are written with it
    const counted = (name: string) =>
      rows.filter(({ series }) => series.startsWith(`${name}/`)).reduce((sum, row) => sum + row.repeats, 0)
    expect(counted('s0')).toBe(3)
    // an evicted station that is still connected continues its series
    await gather(first, 2)
    logs.flush(() => true, true)
    expect(['s0', 's2', 's3', 's4'].map(counted)).toEqual([5, 3, 3, 3])
  })
})

describe('the log volume of a station', () => {
  // Proves L55
  it('is bytes, then short entries, then a count; bytes are refilled over time', () => {
    const { log, rows } = open()
    const big = { ...entry(1, 'MeterValues'), request: 'x'.repeat(4_700) }
    const levels = Array.from({ length: 6 }, () => log.classify(big))
    expect(levels).toEqual(['whole', 'whole', 'short', 'short', 'omitted', 'omitted'])
    expect(rows[0]).toMatchObject({ action: 'LogLimit', repeats: 1, errorCode: 'LogLimit' })
    passUntil(60_000)
    expect(log.classify(big)).toBe('whole')
  })
})

test('the log volume of an account leads to short entries and to one notice a day', async () => {
  const { log, rows, state } = open()
  const big = { ...entry(1, 'MeterValues'), request: 'x'.repeat(4_000), response: null }
  expect(log.classify(big)).toBe('whole')
  expect(state.counted).toBe(4_000)
  state.reached = 2 ** 20
  expect(log.classify(big)).toBe('short')
  expect(state.counted).toBeLessThan(6_000)
  expect(log.classify(big)).toBe('short')
  expect(rows).toMatchObject([{ errorCode: 'AccountLogLimit', request: '{"limitMib":1}', repeats: 1 }])
  // short entries of a station are limited in number too
  expect(log.classify(big)).toBe('omitted')
  await Promise.resolve()
  passUntil(600_000)
  state.day = '2026-01-02'
  expect(log.classify(big)).toBe('short')
  expect(rows.filter(({ errorCode }) => errorCode === 'AccountLogLimit')).toHaveLength(2)
})
