import { describe, expect, it } from 'vitest'
import type { KnownTransaction } from '../../shared/facts.ts'
import { knownTransaction } from '../../../test/known-transaction.ts'
import { type Arrival, laterKey, matchStart, retryHorizonMs, startKey } from './start-key.ts'

const now = new Date('2026-06-01T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const arrival = (more: Partial<Arrival> = {}): Arrival => ({
  receivedAt: now,
  isClockless: false,
  bootedAt: null,
  ...more,
})
const known = (more: Partial<KnownTransaction>) =>
  knownTransaction({ startedAt: ago(0), receivedStartAt: ago(0), ...more })

// Proves R2
describe('startKey', () => {
  it('consists of connector, card, time as sent and meter', () => {
    const start = { connectorId: 1, idTag: 'A', meterStart: 5, timestamp: '2026-01-01T00:00:00Z' }
    const key = startKey(start)
    expect(startKey({ ...start, reservationId: 3 })).toBe(key)
    for (const other of [
      { connectorId: 2 },
      { idTag: 'B' },
      { meterStart: 6 },
      { timestamp: '2026-01-01T00:00:00.0Z' },
    ])
      expect(startKey({ ...start, ...other })).not.toBe(key)
  })

  it('can always be stored', () => {
    const start = { connectorId: 1, idTag: 'a\0\ud800', meterStart: 5, timestamp: 'x'.repeat(5_000) }
    expect(startKey(start)).not.toMatch(/[\0\ud800]/)
    expect(startKey(start).length).toBeLessThanOrEqual(1_000)
  })
})

// Proves R2, R3
describe('matchStart', () => {
  const running = known({})
  const stopped = (ms: number) => known({ state: 'finished', stopPayload: '{}', receivedStopAt: ago(ms) })

  it.each([
    ['a new one', [], arrival(), 'new'],
    ['one that runs', [running], arrival(), 'repeats'],
    ['one that was stopped within the horizon', [stopped(retryHorizonMs)], arrival(), 'repeats'],
    ['one that was stopped longer ago', [stopped(retryHorizonMs + 1)], arrival(), 'reused'],
    ['one that ended without a stop', [known({ state: 'needs_review' })], arrival(), 'repeats'],
    ['a clock-less one that runs', [running], arrival({ isClockless: true }), 'repeats'],
    ['a clock-less one that was stopped', [stopped(1)], arrival({ isClockless: true }), 'reused'],
    [
      'a clock-less one from before the boot',
      [known({ receivedStartAt: ago(10) })],
      arrival({ isClockless: true, bootedAt: ago(5) }),
      'reused',
    ],
    [
      'a clock-less one since the boot',
      [known({ receivedStartAt: ago(1) })],
      arrival({ isClockless: true, bootedAt: ago(5) }),
      'repeats',
    ],
  ] as const)('%s', (_, rows, when, expected) => {
    const match = matchStart(rows, 'k', when)
    const kind = 'repeats' in match ? 'repeats' : match.isReused ? 'reused' : 'new'
    expect(kind).toBe(expected)
    if ('newKey' in match) expect(match.newKey).toBe(expected === 'new' ? 'k' : laterKey('k', when))
  })

  it('finds a reused start by its own key', () => {
    const when = arrival({ isClockless: true, bootedAt: ago(5) })
    const rows = [known({ receivedStartAt: ago(10) }), known({ number: 2, startKey: laterKey('k', when) })]
    expect(matchStart(rows, 'k', when)).toMatchObject({ repeats: { number: 2 } })
  })
})
