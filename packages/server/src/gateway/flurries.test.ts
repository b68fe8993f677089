import { describe, expect, it } from 'vitest'
import type { LogFact } from '../shared/facts.ts'
import { Flurries } from './flurries.ts'

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

/** Tells states of connector 1 until so many are gathered. */
function flap(flurries: Flurries, times: number, nowMs = 0): number {
  let gathered = 0
  for (let n = 0; n < times; n++) {
    const flurry = flurries.of('s', 'StatusNotification', { connectorId: 1 }, nowMs)
    if (!flurry) continue
    gathered++
    flurries.add(flurry, entry(n), nowMs)
  }
  return gathered
}

describe('G51: flurries', () => {
  it('let everyday states through, and gather those of a flapping connector alone', () => {
    const flurries = new Flurries()
    expect(flap(flurries, 121)).toBe(1)
    expect(flurries.of('s', 'StatusNotification', { connectorId: 2 }, 0)).toBeNull()
    expect(flurries.of('t', 'StatusNotification', { connectorId: 1 }, 0)).toBeNull()
    expect(flurries.of('s', 'StartTransaction', { connectorId: 1 }, 0)).toBeNull()
    expect(flap(flurries, 120, 60_000)).toBe(0)
  })

  it('become one entry: when the first came, what the last said, how many', () => {
    const flurries = new Flurries()
    flap(flurries, 130)
    expect(flurries.take(9_999)).toEqual([])
    expect(flurries.take(10_000)).toEqual([
      {
        at: entry(120).at,
        accountId: 'a',
        stationId: 's',
        action: 'StatusNotification',
        messageId: 'm120',
        request: '{"n":129}',
        response: '{}',
        repeats: 10,
      },
    ])
    expect(flurries.take(10_000)).toEqual([])
  })

  it('of boots outlive the sockets of their station', () => {
    const flurries = new Flurries()
    const boots = Array.from({ length: 6 }, (_, n) => flurries.of('s', 'BootNotification', {}, n * 10_000))
    expect(boots.map((one) => one !== null)).toEqual([false, false, true, true, true, true])
    for (const [n, flurry] of boots.entries())
      if (flurry) flurries.add(flurry, entry(n, 'BootNotification'), n * 10_000)
    expect(flurries.take(50_000)).toEqual([])
    expect(flurries.take(50_000, true)).toMatchObject([{ action: 'BootNotification', repeats: 4 }])
  })

  it('of boots are of one text; a boot that says something else is told by itself', () => {
    const flurries = new Flurries()
    for (let n = 0; n < 5; n++) flurries.of('s', 'BootNotification', { firmwareVersion: '1' }, 0)
    expect(flurries.of('s', 'BootNotification', { firmwareVersion: '1' }, 0)).not.toBeNull()
    expect(flurries.of('s', 'BootNotification', { firmwareVersion: '2' }, 0)).toBeNull()
  })

  it('are forgotten when they are over', () => {
    const flurries = new Flurries()
    flap(flurries, 121)
    flurries.take(30_000)
    expect(flurries.size).toBe(1)
    flurries.take(60_000)
    expect(flurries.size).toBe(0)
  })
})
