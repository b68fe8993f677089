import { expect, test } from 'vitest'
import { demoCardCode, demoDrivers } from './demo-cards.ts'
import { demoStations } from './demo-stations.ts'
import { pastSessions } from './history.ts'

const now = new Date('2026-06-01T12:00:00Z')
const of = (index: number) =>
  pastSessions(demoStations[index]!, { seed: index, cards: 12, days: 40, sampledDays: 28, now })

// Proves F2
test('has a fleet of AC and DC stations, one private, one faulted, one offline, each with a location', () => {
  expect(demoStations.length).toBeGreaterThanOrEqual(12)
  expect(new Set(demoStations.map((station) => station.identity)).size).toBe(demoStations.length)
  for (const behaviour of ['faulted', 'offline'])
    expect(demoStations.filter((station) => station.behaviour === behaviour)).toHaveLength(1)
  expect(demoStations.filter((station) => station.type === 'private')).toHaveLength(1)
  expect(new Set(demoDrivers.map((_, index) => demoCardCode(index))).size).toBe(demoDrivers.length)
  expect(demoCardCode(0)).toMatch(/^[0-9A-F]{14}$/)
})

test.each(demoStations.map((station, index) => [station.identity, index] as const))(
  'gives %s a plausible history',
  (_identity, index) => {
    const sessions = of(index)
    expect(sessions).toEqual(of(index))
    const maxW = Math.max(...demoStations[index]!.connectors.map((connector) => connector.powerW))
    for (const session of sessions) {
      const hours = (session.stoppedAt.getTime() - session.startedAt.getTime()) / 3_600_000
      const energyWh = session.meterStopWh - session.meterStartWh
      expect(energyWh).toBeGreaterThan(0)
      expect(energyWh).toBeLessThan(maxW * hours)
      expect(session.stoppedAt.getTime()).toBeLessThan(now.getTime())
      const meter = session.samples
        .filter((sample) => sample.measurand.startsWith('Energy'))
        .map(({ value }) => value)
      expect(meter).toEqual(meter.toSorted((a, b) => a - b))
      const isSampled = session.startedAt.getTime() >= now.getTime() - 28 * 86_400_000
      expect(meter.at(-1)).toBe(isSampled ? session.meterStopWh : undefined)
      expect(session.samples.every((sample) => sample.value >= 0)).toBe(true)
    }
    for (const connector of demoStations[index]!.connectors) {
      const own = sessions.filter((session) => session.evseNo === connector.id)
      expect(own.every((session, n) => n === 0 || own[n - 1]!.stoppedAt <= session.startedAt)).toBe(true)
    }
  },
)
