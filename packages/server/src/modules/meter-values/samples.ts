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
  /** NaN: the text is no number. */
  value: number
  /** The text as sent, where the value alone does not say it. */
  raw: string | null
}

/** OCPP 1.6, 7.45: what is meant where a field is left out. */
const defaultMeasurand = 'Energy.Active.Import.Register'
const defaultContext = 'Sample.Periodic'
const defaultLocation = 'Outlet'

/** Units with the prefix kilo, stored without it. */
const kiloUnits = new Map([
  ['kwh', 'Wh'],
  ['kw', 'W'],
  ['kvarh', 'varh'],
  ['kvar', 'var'],
  ['kva', 'VA'],
])

const longestWord = 100

const word = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : toWireText(text.slice(0, longestWord))

/** OCPP 1.6 gives no default for other measurands, so none is invented. */
function unitOf(sampled: SampledValue, measurand: string): string | null {
  const unit = word(sampled.unit)
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
  // Nothing is said by an empty text.
  if (text.trim() === '') return null
  const measurand = word(sampled.measurand) ?? defaultMeasurand
  const isSigned = sampled.format === 'SignedData'
  const told = isSigned ? Number.NaN : numberOf(text)
  const toldUnit = unitOf(sampled, measurand)
  const baseUnit = kiloUnits.get(toldUnit?.toLowerCase() ?? '')
  const value = baseUnit && !Number.isNaN(told) ? Number((told * 1000).toPrecision(15)) : told
  return {
    at,
    kind: {
      measurand,
      phase: word(sampled.phase),
      location: word(sampled.location) ?? defaultLocation,
      unit: baseUnit && !Number.isNaN(told) ? baseUnit : toldUnit,
      context: word(sampled.context) ?? defaultContext,
      format: isSigned ? 'SignedData' : 'Raw',
    },
    value,
    raw: !Number.isNaN(value) && String(value) === text ? null : baseUnit ? `${text} ${toldUnit}` : text,
  }
}

/** All values of a message that say something; a list without values gives none. */
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
