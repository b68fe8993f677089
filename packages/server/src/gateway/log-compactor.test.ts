import { protocol16 } from '@stationmaster/ocpp/v16'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Facts, Found, HeartbeatFact, LogFact, RepeatedEntryFact } from '../shared/facts.ts'
import { LogCompactor } from './log-compactor.ts'
import type { LogVolume } from '../shared/log-volume.ts'
import type { StationLog } from './station-log.ts'

const callNamed = (action: string) => protocol16.findCall(action)!

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
function open(maxStations?: number) {
  const rows: RepeatedEntryFact[] = []
  const entries: LogFact[] = []
  const heartbeats: HeartbeatFact[] = []
  const volumes: LogVolume[] = []
  const state = { fails: false, isAccountFull: false, day: '2026-01-01' }
  const facts: Facts = {
    add: (kind, row) => {
      if (kind === 'repeatedEntries') rows.push(row as RepeatedEntryFact)
      if (kind === 'log') entries.push(row as LogFact)
      if (kind === 'heartbeats') heartbeats.push(row as HeartbeatFact)
    },
    hint: () => {},
    onDiscard: () => {},
  }
  const logs = new LogCompactor({
    options,
    maxStations,
    now: () => new Date(state.day),
    nowMs: () => performance.now(),
    addLogVolumes: async (all) => {
      volumes.push(...all)
      return all.map(({ accountId, bytes }) => ({
        accountId,
        bytes: state.isAccountFull ? 2 ** 20 : bytes,
        limit: 2 ** 20,
      }))
    },
    run: async (work) => {
      if (state.fails) throw new Error('away')
      const before = rows.length
      const beatsBefore = heartbeats.length
      const answer = work.decide(facts, {} as Found)
      for (const row of rows.slice(before))
        if (row.entryId === null)
          logs.written({ heartbeats: new Map(), repeatedEntries: new Map([[row.series, rows.length]]) })
      if (heartbeats[beatsBefore]?.entryId === null)
        logs.written({ heartbeats: new Map([['s', 77]]), repeatedEntries: new Map() })
      return answer
    },
  })
  const log = logs.of({ id: 's', accountId: 'a' })
  const flap = async (times: number, connectorId = 1) => {
    let combined = 0
    for (let n = 0; n < times; n++) {
      const series = log.seriesOfCall(callNamed('StatusNotification'), { connectorId })
      if (!series) continue
      combined++
      log.write(entry(n), series)
      await Promise.resolve()
    }
    return combined
  }
  return { rows, entries, heartbeats, volumes, state, logs, log, flap }
}

const combine = async (log: StationLog, times: number) => {
  for (let left = times; left > 0; ) {
    const series = log.seriesOfCall(callNamed('DataTransfer'), {})
    if (!series) continue
    log.write(entry(1, 'DataTransfer'), series)
    left--
    await settle()
  }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('repeated entries', () => {
  // Proves L57
  it('are written one by one up to a number per minute, for each connector separately', async () => {
    const { log, logs, flap } = open()
    expect(await flap(121)).toBe(1)
    expect(log.seriesOfCall(callNamed('StatusNotification'), { connectorId: 2 })).toBeNull()
    expect(
      logs.of({ id: 't', accountId: 'a' }).seriesOfCall(callNamed('StatusNotification'), { connectorId: 1 }),
    ).toBeNull()
    expect(log.seriesOfCall(callNamed('StartTransaction'), { connectorId: 1 })).toBeNull()
    passUntil(130_000)
    expect(await flap(120)).toBe(0)
  })

  // Proves G51
  it('start a growing entry immediately, with the first time, the newest content and the count', async () => {
    const { rows, logs, flap } = open()
    await flap(130)
    expect(rows).toMatchObject([{ entryId: null, repeats: 1, request: '{"n":120}', at: entry(120).at }])
    await logs.flush(() => true)
    expect(rows).toHaveLength(1)
    passUntil(10_000)
    await logs.flush(() => true)
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
    await logs.flush(() => true)
    expect(rows).toMatchObject([{ repeats: 5, entryId: null }])
  })

  // Proves L56
  it('of boots are grouped by text; a boot with another text is written separately', () => {
    const { log } = open()
    const boots = Array.from({ length: 4 }, () =>
      log.seriesOfCall(callNamed('BootNotification'), { firmwareVersion: '1' }),
    )
    expect(boots.map((one) => one !== null)).toEqual([false, false, true, true])
    expect(log.seriesOfCall(callNamed('BootNotification'), { firmwareVersion: '2' })).toBeNull()
  })

  // Proves INV-9, L59
  it('share one series beyond 64 of a group, and are removed when a station is quiet', async () => {
    const { log, logs } = open()
    for (let n = 0; n < 1_000; n++) log.seriesOfCall(callNamed('StatusNotification'), { connectorId: n })
    expect(log.seriesOfCall(callNamed('StatusNotification'), { connectorId: 5_000 })?.name).toBe(
      's/StatusNotification',
    )
    await Promise.resolve()
    passUntil(600_000)
    await logs.flush(() => false)
    expect(logs.size).toBe(0)
  })

  // Proves INV-9, L59
  it('are joined for a station beyond the limit too; those of an evicted station are counted', async () => {
    const { logs, rows } = open(3)
    const of = (id: string) => logs.of({ id, accountId: 'a' })
    const first = of('s0')
    await combine(first, 3)
    for (const name of ['s1', 's2', 's3', 's4']) await combine(of(name), 3)
    expect(logs.size).toBe(3)
    // three beyond the limit of each: one starts an entry, the others are written with it
    const counted = (name: string) =>
      rows.filter(({ series }) => series.startsWith(`${name}/`)).reduce((sum, row) => sum + row.repeats, 0)
    expect(counted('s0')).toBe(3)
    // an evicted station that is still connected continues its series
    await combine(first, 2)
    await logs.flush(() => true, true)
    expect(['s0', 's2', 's3', 's4'].map(counted)).toEqual([5, 3, 3, 3])
  })
})

it('heartbeats of an evicted station extend the entry that was written', async () => {
  const { heartbeats, log, logs } = open(1)
  logs.of({ id: 't', accountId: 'a' })
  for (const id of ['1', '2']) {
    log.addHeartbeat({ at: new Date(0), messageId: id, request: '{}', response: '{}' })
    await logs.flush(() => true)
  }
  expect(heartbeats).toMatchObject([{ entryId: null }, { entryId: 77 }])
})

// Proves L55
it('the log volume of a station is bytes, then short entries, then a count; bytes are refilled over time', () => {
  const { log, rows, entries } = open()
  const big = { ...entry(1, 'MeterValues'), request: 'x'.repeat(4_700) }
  for (let n = 0; n < 6; n++) log.write(big)
  expect(entries.map(({ request }) => request?.length)).toEqual([4_700, 4_700, 513, 513])
  expect(rows[0]).toMatchObject({ action: 'LogLimit', repeats: 1, errorCode: 'LogLimit' })
  passUntil(60_000)
  log.write(big)
  expect(entries.at(-1)?.request).toHaveLength(4_700)
})

test('the log volume of an account leads to short entries and to one notice a day', async () => {
  const { log, logs, rows, entries, state, volumes } = open()
  const big = { ...entry(1, 'MeterValues'), request: 'x'.repeat(4_000), response: null }
  log.write(big)
  state.isAccountFull = true
  logs.tick()
  await settle()
  expect(volumes).toMatchObject([{ accountId: 'a', bytes: 4_000 }])
  log.write(big)
  log.write(big)
  expect(rows).toMatchObject([{ errorCode: 'AccountLogLimit', request: '{"limitMib":1}', repeats: 1 }])
  // short entries of a station are limited in number too
  log.write(big)
  expect(entries.map(({ request }) => request?.length)).toEqual([4_000, 513, 513])
  await settle()
  passUntil(600_000)
  state.day = '2026-01-02'
  log.write(big)
  expect(entries.at(-1)?.request).toHaveLength(4_000)
  logs.tick()
  await settle()
  log.write(big)
  expect(entries.at(-1)?.request).toHaveLength(513)
  expect(rows.filter(({ errorCode }) => errorCode === 'AccountLogLimit')).toHaveLength(2)
})
