import { describe, expect, it } from 'vitest'
import { type EnergyInput, transactionEnergy } from './energy.ts'

const session = (more: Partial<EnergyInput> = {}): EnergyInput => ({
  meterStartWh: 1_000,
  meterStopWh: 11_000,
  meterSampledWh: null,
  startedAt: new Date('2026-06-01T12:00:00Z'),
  stoppedAt: new Date('2026-06-01T13:00:00Z'),
  maxPowerW: 11_000,
  isMeterReported: true,
  isTimeReported: true,
  ...more,
})

// Proves R8, Q19, Q22
describe('energy of a session', () => {
  it.each([
    ['a sound one', {}, 10_000, 'finished', []],
    ['nothing charged', { meterStopWh: 1_000 }, 0, 'finished', ['no-energy']],
    ['a meter that ran backwards', { meterStopWh: 999 }, 0, 'needs_review', ['negative-energy']],
    [
      'a stop in kWh',
      { meterStartWh: 11, meterStopWh: 25, meterSampledWh: 24_800 },
      0,
      'needs_review',
      ['meter-in-kwh'],
    ],
    ['meter values in kWh without a unit', { meterSampledWh: 10.9 }, 10_000, 'finished', ['samples-in-kwh']],
    [
      'a counter too low to be compared',
      { meterStartWh: 1, meterStopWh: 9, meterSampledWh: 9_000 },
      8,
      'finished',
      [],
    ],
    ['meter values in Wh', { meterSampledWh: 10_900 }, 10_000, 'finished', []],
    [
      'the start again, while the counter advanced',
      { meterStopWh: 1_000, meterSampledWh: 1_100 },
      0,
      'needs_review',
      ['stop-repeats-start'],
    ],
    [
      'the start again, while the counter hardly advanced',
      { meterStopWh: 1_000, meterSampledWh: 1_099 },
      0,
      'finished',
      ['no-energy'],
    ],
    ['over one MWh', { meterStopWh: 1_001_001, maxPowerW: null }, 0, 'needs_review', ['implausible-energy']],
    ['just one MWh', { meterStopWh: 1_001_000, maxPowerW: null }, 1_000_000, 'finished', []],
    [
      'more than the connector delivers',
      { meterStopWh: 14_000 },
      0,
      'needs_review',
      ['over-connector-power'],
    ],
    ['as much as the connector delivers and a little', { meterStopWh: 13_100 }, 12_100, 'finished', []],
    ['a connector of unknown power', { meterStopWh: 90_000, maxPowerW: null }, 89_000, 'finished', []],
    [
      'times that are not the station’s own',
      { meterStopWh: 90_000, isTimeReported: false },
      89_000,
      'finished',
      [],
    ],
    ['a meter that was not told', { isMeterReported: false }, 0, 'needs_review', ['meter-not-reported']],
  ] as const)('%s', (_, more, energyWh, state, flags) => {
    expect(transactionEnergy(session(more))).toEqual({ energyWh, state, flags })
  })

  it('is never negative, and never more than the cap', () => {
    let seed = 1
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    for (let n = 0; n < 5_000; n++) {
      const meter = () => Math.round((random() - 0.3) * 10 ** Math.ceil(random() * 12))
      const { energyWh, state } = transactionEnergy(
        session({ meterStartWh: meter(), meterStopWh: meter(), maxPowerW: random() > 0.5 ? 22_000 : null }),
      )
      expect(energyWh).toBeGreaterThanOrEqual(0)
      expect(energyWh).toBeLessThanOrEqual(1_000_000)
      if (state === 'needs_review') expect(energyWh).toBe(0)
    }
  })
})
