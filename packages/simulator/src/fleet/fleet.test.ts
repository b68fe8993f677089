import { describe, expect, it } from 'vitest'
import { eventually, useBench } from '../../test/fleet.ts'
import { manualClock, type ManualClock } from '../time/clock.ts'
import { Fleet } from './fleet.ts'
import { parseFleet, plainFleet, type FleetPlan } from './fleet-plan.ts'

const bench = useBench()

const plan = (url: string): FleetPlan => ({
  url,
  cards: Array.from({ length: 12 }, (_, n) => `CARD${n}`),
  stations: [
    ...['L1', 'L2', 'L3', 'L4'].map((identity, index) => ({
      identity,
      connectors: [{ id: 1, kind: index % 2 === 0 ? ('ac' as const) : ('dc' as const), powerW: 50_000 }],
      behaviour: 'living' as const,
      cards: [],
    })),
    ...(['faulted', 'offline', 'idle'] as const).map((behaviour) => ({
      identity: behaviour,
      connectors: [{ id: 1, kind: 'dc' as const, powerW: 100_000 }],
      behaviour,
      cards: [],
    })),
  ],
})

/** Advances the clock by this time and lets the network follow. */
async function pass(clock: ManualClock, fleet: Fleet, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    clock.advance(500)
    await new Promise(setImmediate)
    await eventually(() => {
      for (const station of fleet.stations) expect(station.isQuiet || !station.isOnline).toBe(true)
    })
  }
}

function makeFleet(seed: string): { fleet: Fleet; clock: ManualClock } {
  const clock = manualClock()
  const settings = { WebSocketPingInterval: '0' }
  return { clock, fleet: new Fleet(plan(bench.farEnd.url), { clock, seed, settings }) }
}

describe('a fleet', () => {
  // Proves F2
  it('charges within seconds, with one station faulted and one offline', async () => {
    const { fleet, clock } = makeFleet('one')
    await fleet.start()
    await eventually(() => expect(fleet.stations.every((station) => station.isOnline)).toBe(true))
    await pass(clock, fleet, 25_000)
    const state = Object.fromEntries(
      fleet.stations.map((station) => [
        station.identity,
        station.isOnline ? station.connectors[0]!.status : 'offline',
      ]),
    )
    expect(state).toMatchObject({ faulted: 'Faulted', offline: 'offline', idle: 'Available' })
    expect(Object.values(state)).toContain('Charging')
    await pass(clock, fleet, 3_600_000 / 4)
    expect(bench.farEnd.of('StopTransaction').length).toBeGreaterThan(0)
    await fleet.stop()
    // No transaction is left running at a station that is offline.
    expect(bench.farEnd.of('StopTransaction')).toHaveLength(bench.farEnd.of('StartTransaction').length)
    expect(bench.farEnd.violations).toEqual([])
  })

  it('plugs in a car when an operator starts a transaction', async () => {
    const { fleet, clock } = makeFleet('three')
    await fleet.start()
    const idle = fleet.stations.find((station) => station.identity === 'idle')!
    // The far end sends to the station that connected last.
    await eventually(() => expect(fleet.stations.every((station) => station.isOnline)).toBe(true))
    await bench.farEnd.command('RemoteStartTransaction', { idTag: 'OPERATOR' })
    await pass(clock, fleet, 30_000)
    expect(idle.connectors[0]!.status).toBe('Charging')
    const transactionId = idle.connectors[0]!.transaction!.number!
    await bench.farEnd.command('RemoteStopTransaction', { transactionId })
    await pass(clock, fleet, 30_000)
    expect(idle.connectors[0]!.status).toBe('Available')
    await fleet.stop()
  })

  it('never gives one card to two drivers at the same time', async () => {
    const { fleet, clock } = makeFleet('two')
    const running = new Set<string>()
    const doubled: string[] = []
    bench.farEnd.answers.StartTransaction = ({ payload }) => {
      const card = String(payload['idTag'])
      if (running.has(card)) doubled.push(card)
      running.add(card)
      return { transactionId: running.size, idTagInfo: { status: 'Accepted' } }
    }
    bench.farEnd.answers.StopTransaction = () => {
      running.clear()
      for (const station of fleet.stations)
        for (const { transaction } of station.connectors) if (transaction) running.add(transaction.idTag)
      return {}
    }
    await fleet.start()
    await eventually(() => expect(fleet.stations.every((station) => station.isOnline)).toBe(true))
    await pass(clock, fleet, 600_000)
    await fleet.stop()
    expect(bench.farEnd.of('StartTransaction').length).toBeGreaterThan(2)
    expect(doubled).toEqual([])
  })
})

describe('a fleet file', () => {
  const station = { identity: 'A', connectors: [{ id: 1, kind: 'ac', powerW: 11_000 }], behaviour: 'living' }

  it('is parsed, whatever other members it has', () => {
    const read = parseFleet({ url: 'ws://x/', stations: [{ ...station, location: { lat: 1 } }], demo: true })
    expect(read.stations[0]).toMatchObject({ identity: 'A', cards: [] })
  })

  it.each([
    [{}, 'fleet.url must be a text'],
    [{ url: 'ws://x/', stations: {} }, 'fleet.stations must be a list'],
    [
      { url: 'ws://x/', stations: [{ ...station, behaviour: 'wild' }] },
      'stations[0].behaviour must be one of',
    ],
    [
      { url: 'ws://x/', stations: [{ ...station, connectors: [] }] },
      'stations[0].connectors must name at least one connector',
    ],
    [
      { url: 'ws://x/', stations: [{ ...station, connectors: [{ id: 1, kind: 'ac', powerW: '11 kW' }] }] },
      'connectors[0].powerW must be a number above 0',
    ],
    [{ url: 'ws://x/', stations: [], cards: [7] }, 'fleet.cards[0] must be a text'],
  ])('%j is rejected: %s', (value, message) => {
    expect(() => parseFleet(value)).toThrow(message)
  })

  it('can be created for many equal stations', () => {
    const made = plainFleet({ url: 'ws://x/', identities: ['A', 'B', 'C'], behaviour: 'idle' })
    expect(made.stations.map((each) => each.connectors[0]!.kind)).toEqual(['ac', 'ac', 'dc'])
    expect(parseFleet(made)).toEqual(made)
  })
})
