import { expect, it } from 'vitest'
import type { FactKind, Facts } from '../shared/facts.ts'
import { systemClock } from '../shared/clock.ts'
import { Announcer } from './announcer.ts'
import type { GatewayPorts } from './ports.ts'

// Proves L50
it('logs once a minute why a station was rejected, even if many others are rejected', () => {
  const counts = new Map<string, number>()
  const facts: Facts = {
    add: (_kind: FactKind, row) => {
      const { stationId } = row as { stationId: string }
      counts.set(stationId, (counts.get(stationId) ?? 0) + 1)
    },
    hint: () => {},
  }
  const run = ({ decide }: { decide: (all: Facts) => unknown }) => Promise.resolve(decide(facts))
  const clock = { ...systemClock, now: () => new Date(0), monotonicMs: () => 0 }
  const announcer = new Announcer({ run } as unknown as GatewayPorts, clock)
  const about = { address: '192.0.2.1', path: '/', reason: 'wrong password' }
  for (let n = 0; n < 12_000; n++) announcer.upgradeRejected({ stationId: `s${n}`, accountId: 'a' }, about)
  for (let n = 9_000; n < 12_000; n++)
    announcer.upgradeRejected({ stationId: `s${n}`, accountId: 'a' }, about)
  expect(counts.size).toBe(12_000)
  for (const count of counts.values()) expect(count).toBe(1)
})
