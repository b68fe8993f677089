import { describe, expect, it } from 'vitest'
import type { KnownTransaction } from '../../shared/facts.ts'
import { energySinceStart, newestReadings, powerFromMeter } from './readings.ts'
import { readMeterValues } from './samples.ts'

const power = (value: string, phase?: 'L1' | 'L2' | 'L3'): Sampled => ({
  value,
  measurand: 'Power.Active.Import',
  unit: 'W',
  phase,
})

const now = new Date('2026-06-01T12:00:00Z')
type Sampled = Parameters<typeof readMeterValues>[0][number]['sampledValue'][number]
const read = (...sampledValue: Sampled[]) =>
  readMeterValues([{ timestamp: '2026-06-01T11:59:00Z', sampledValue }], now, null)

describe('sampled values', () => {
  // Proves G37
  it('have the defaults of the standard', () => {
    expect(read({ value: '12' })).toEqual([
      {
        at: new Date('2026-06-01T11:59:00Z'),
        kind: {
          measurand: 'Energy.Active.Import.Register',
          phase: null,
          location: 'Outlet',
          unit: 'Wh',
          context: 'Sample.Periodic',
          format: 'Raw',
        },
        value: 12,
        raw: null,
      },
    ])
    expect(read({ value: '7', measurand: 'Power.Active.Import' })[0]!.kind.unit).toBeNull()
  })

  it.each([
    ['1.5', 'kWh', 1_500, 'Wh', '1.5 kWh'],
    ['11', 'kW', 11_000, 'W', '11 kW'],
    ['0.1', 'kvar', 100, 'var', '0.1 kvar'],
    ['5', 'A', 5, 'A', null],
    ['-3', 'Celsius', -3, 'Celsius', null],
    ['1,5', 'V', 1.5, 'V', '1,5'],
    ['1e3', 'V', 1_000, 'V', '1e3'],
    ['1e400', 'V', Number.NaN, 'V', '1e400'],
    ['Infinity', 'V', Number.NaN, 'V', 'Infinity'],
    ['0x10', 'V', Number.NaN, 'V', '0x10'],
    ['1.2.3', 'V', Number.NaN, 'V', '1.2.3'],
    ['abc', 'kWh', Number.NaN, 'kWh', 'abc kWh'],
  ] as const)('%s %s is %d %s', (value, unit, number, unitStored, raw) => {
    const [sample] = read({ value, unit: unit as 'V', measurand: 'Voltage' })
    expect(sample).toMatchObject({ value: number, raw, kind: { unit: unitStored } })
  })

  // Proves Q20
  it('ignores an empty text', () => {
    expect(read({ value: '' }, { value: '  ' })).toEqual([])
    expect(readMeterValues([], now, null)).toEqual([])
  })

  // Proves G43
  it('have texts that can always be stored', () => {
    const [sample] = read({ value: '1\0', unit: '\ud800' as 'V', measurand: 'x'.repeat(500) as 'SoC' })
    expect(sample!.raw).toBe('1\u2400')
    expect(sample!.kind.unit).toBe('\ufffd')
    expect(sample!.kind.measurand).toHaveLength(100)
  })
})

describe('readings', () => {
  it('contain the newest power, meter and state of charge', () => {
    const samples = readMeterValues(
      [
        {
          timestamp: '2026-06-01T11:58:00Z',
          sampledValue: [{ value: '100' }, { value: '50', measurand: 'SoC', unit: 'Percent' }],
        },
        {
          timestamp: '2026-06-01T11:59:00Z',
          sampledValue: [{ value: '200' }, { value: '7', measurand: 'Power.Active.Import', unit: 'kW' }],
        },
      ],
      now,
      null,
    )
    expect(newestReadings(samples)).toEqual({
      at: new Date('2026-06-01T11:59:00Z'),
      powerW: 7_000,
      meterWh: 200,
      soc: 50,
    })
  })

  it('add up the phases if no total is reported', () => {
    expect(newestReadings(read(power('1000', 'L1'), power('1100', 'L2'), power('1200', 'L3')))!.powerW).toBe(
      3_300,
    )
    expect(newestReadings(read(power('1000', 'L1'), power('3000')))!.powerW).toBe(3_000)
  })

  it('are null if none is reported', () => {
    expect(newestReadings(read({ value: '230', measurand: 'Voltage', unit: 'V' }))).toBeNull()
    expect(newestReadings([])).toBeNull()
  })

  it('compute power from the meter if none is reported', () => {
    expect(powerFromMeter({ meterWh: 0, atMs: 0 }, { meterWh: 100, atMs: 60_000 })).toBe(6_000)
    expect(powerFromMeter({ meterWh: 100, atMs: 0 }, { meterWh: 0, atMs: 60_000 })).toBeNull()
    expect(powerFromMeter({ meterWh: 0, atMs: 0 }, { meterWh: 100, atMs: 1_000 })).toBeNull()
    expect(powerFromMeter(null, { meterWh: 100, atMs: 1_000 })).toBeNull()
  })

  it('never have negative energy since the start', () => {
    const running = { meterStartWh: 100 } as KnownTransaction
    expect(energySinceStart(running, 150)).toBe(50)
    expect(energySinceStart(running, 50)).toBeNull()
    expect(energySinceStart(running, null)).toBeNull()
  })
})
