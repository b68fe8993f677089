import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { SampleKind } from '../../shared/facts.ts'
import { reportedTime } from '../../shared/reported-time.ts'

type MeterValue = V16['MeterValues']['request']['meterValue'][number]
type SampledValue = MeterValue['sampledValue'][number]

/** One sampled value as it is stored. */
export interface Sample {
  at: Date
  kind: SampleKind
  /** NaN if the text is not a number. */
  value: number
  /** The text as sent, if it cannot be restored from the value. */
  raw: string | null
}

/** OCPP 1.6, 7.45: defaults of omitted fields. */
const defaultMeasurand = 'Energy.Active.Import.Register'
const defaultContext = 'Sample.Periodic'
const defaultLocation = 'Outlet'

/** Units with the prefix kilo, converted to the unit without it. */
const kiloUnits = new Map([
  ['kwh', 'Wh'],
  ['kw', 'W'],
  ['kvarh', 'varh'],
  ['kvar', 'var'],
  ['kva', 'VA'],
])

const maxLength = 100

const storedText = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : toWireText(text.slice(0, maxLength))

/** Returns the unit; OCPP 1.6 has no default unit for other measurands. */
function unitOf(sampled: SampledValue, measurand: string): string | null {
  const unit = storedText(sampled.unit)
  if (unit !== null) return unit
  return measurand.startsWith('Energy.') ? 'Wh' : null
}

function numberOf(text: string): number {
  const trimmed = text.trim()
  if (!/^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d{1,3})?$/.test(trimmed)) return Number.NaN
  const value = Number(trimmed.replace(',', '.'))
  return Number.isFinite(value) ? value : Number.NaN
}

function readSample(sampled: SampledValue, at: Date): Sample | null {
  const text = toWireText(sampled.value)
  // an empty text has no value
  if (text.trim() === '') return null
  const measurand = storedText(sampled.measurand) ?? defaultMeasurand
  const isSigned = sampled.format === 'SignedData'
  const parsed = isSigned ? Number.NaN : numberOf(text)
  const reportedUnit = unitOf(sampled, measurand)
  const baseUnit = kiloUnits.get(reportedUnit?.toLowerCase() ?? '')
  const value = baseUnit && !Number.isNaN(parsed) ? Number((parsed * 1000).toPrecision(15)) : parsed
  return {
    at,
    kind: {
      measurand,
      phase: storedText(sampled.phase),
      location: storedText(sampled.location) ?? defaultLocation,
      unit: baseUnit && !Number.isNaN(parsed) ? baseUnit : reportedUnit,
      context: storedText(sampled.context) ?? defaultContext,
      format: isSigned ? 'SignedData' : 'Raw',
    },
    value,
    raw: isSigned
      ? text
      : !Number.isNaN(value) && String(value) === text
        ? null
        : baseUnit
          ? `${text} ${reportedUnit}`
          : text,
  }
}

/** Returns all samples of a message that have a value. */
export function readMeterValues(
  meterValues: readonly MeterValue[],
  receivedAt: Date,
  timeZone: string | null,
): Sample[] {
  const samples: Sample[] = []
  for (const { timestamp, sampledValue } of meterValues) {
    const { at } = reportedTime(timestamp, receivedAt, timeZone)
    for (const sampled of sampledValue) {
      const sample = readSample(sampled, at)
      if (sample) samples.push(sample)
    }
  }
  return samples
}
