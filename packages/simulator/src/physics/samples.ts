import type { Random } from '../time/random.ts'
import type { Car } from './car.ts'
import { mainsVolts, outletPhases, type Outlet } from './flow.ts'
import type { Meter } from './meter.ts'

export const measurands = [
  'Energy.Active.Import.Register',
  'Power.Active.Import',
  'Power.Offered',
  'Current.Import',
  'Current.Offered',
  'Voltage',
  'SoC',
  'Temperature',
] as const
export type Measurand = (typeof measurands)[number]

export type Unit = 'Wh' | 'W' | 'A' | 'V' | 'Percent' | 'Celsius'
export type Phase = 'L1' | 'L2' | 'L3' | 'L1-N' | 'L2-N' | 'L3-N'

export interface Sample {
  readonly measurand: Measurand
  readonly value: string
  readonly unit: Unit
  readonly phase?: Phase
  readonly location?: 'EV' | 'Outlet' | 'Body'
}

/** Values of which samples are taken. */
export interface SampleSource {
  readonly outlet: Outlet
  readonly meter: Meter
  readonly car: Car | null
}

const lines = [1, 2, 3] as const

function current({ outlet, meter }: SampleSource): Sample[] {
  const row = { measurand: 'Current.Import', unit: 'A', location: 'Outlet' } as const
  if (outlet.kind === 'dc') return [{ ...row, value: meter.flow.ampere.toFixed(2) }]
  return lines.slice(0, outletPhases(outlet)).map((line) => ({
    ...row,
    value: (line <= meter.flow.phases ? meter.flow.ampere : 0).toFixed(2),
    phase: `L${line}` as const,
  }))
}

function voltage({ outlet, meter }: SampleSource, random: Random): Sample[] {
  const row = { measurand: 'Voltage', unit: 'V', location: 'Outlet' } as const
  if (outlet.kind === 'dc') return [{ ...row, value: meter.flow.volts.toFixed(1) }]
  return lines.slice(0, outletPhases(outlet)).map((line) => ({
    ...row,
    value: (mainsVolts + random.between(-2.4, 2.4)).toFixed(1),
    phase: `L${line}-N` as const,
  }))
}

function read(measurand: Measurand, source: SampleSource, random: Random): Sample[] {
  const { outlet, meter, car } = source
  switch (measurand) {
    case 'Energy.Active.Import.Register':
      return [{ measurand, value: String(meter.wh), unit: 'Wh', location: 'Outlet' }]
    case 'Power.Active.Import':
      return [{ measurand, value: meter.flow.powerW.toFixed(0), unit: 'W', location: 'Outlet' }]
    case 'Power.Offered':
      return [{ measurand, value: outlet.powerW.toFixed(0), unit: 'W', location: 'Outlet' }]
    case 'Current.Offered': {
      const volts = outlet.kind === 'ac' ? mainsVolts * outletPhases(outlet) : meter.flow.volts || 400
      return [{ measurand, value: (outlet.powerW / volts).toFixed(1), unit: 'A', location: 'Outlet' }]
    }
    case 'Current.Import':
      return current(source)
    case 'Voltage':
      return voltage(source, random)
    case 'SoC':
      // A car reports its state of charge to the station only during DC charging.
      return car && outlet.kind === 'dc'
        ? [{ measurand, value: car.socPercent.toFixed(0), unit: 'Percent', location: 'EV' }]
        : []
    case 'Temperature':
      return [{ measurand, value: meter.temperatureC.toFixed(1), unit: 'Celsius', location: 'Body' }]
  }
}

export const isMeasurand = (name: string): name is Measurand =>
  (measurands as readonly string[]).includes(name)

/** Reads the requested measurands in this order. The meter must have been advanced to the current time. */
export function readSamples(source: SampleSource, names: readonly string[], random: Random): Sample[] {
  return names.flatMap((name) => (isMeasurand(name) ? read(name, source, random) : []))
}
