import type { Facts, Found, SampleFact, WantedKinds } from '../../shared/facts.ts'
import type { StationConnection } from '../../shared/station-connection.ts'
import type { Sample } from './samples.ts'

/** Counter of samples whose kind is beyond the limit of a station; the console has a text for it. */
const tooManyKinds = 'MeterValues too-many-kinds /meterValue/*/sampledValue/*'

/** Returns what must be read before samples can be stored. */
export const kindsOf = ({ station }: StationConnection, samples: readonly Sample[]): WantedKinds => ({
  stationId: station.id,
  kinds: samples.map((sample) => sample.kind),
})

/** Adds samples to the facts. Their content is their key, so a repeated message adds nothing. */
export function storeSamples(
  facts: Facts,
  found: Found,
  { station }: StationConnection,
  samples: readonly Sample[],
  where: { evseNo: number; transactionNumber: number | null; receivedAt: Date },
): void {
  const { evseNo, transactionNumber } = where
  const unnamed: Sample[] = []
  for (const sample of samples) {
    const { at, kind, value, raw } = sample
    const kindId = found.kindId(station.id, kind)
    if (kindId === null) unnamed.push(sample)
    facts.add('samples', {
      stationId: station.id,
      evseNo,
      sampledAt: at.toISOString(),
      kindId: kindId ?? found.otherKindId(),
      value: storedValue(value),
      transactionNumber,
      raw: kindId === null ? wholeText(sample) : raw,
    })
  }
  const [first] = unnamed
  if (first)
    facts.add('deviations', {
      stationId: station.id,
      rule: tooManyKinds,
      count: unnamed.length,
      lastAt: where.receivedAt.toISOString(),
      sample: wholeText(first).slice(0, maxExampleLength),
    })
}

const maxExampleLength = 500

const storedValue = (value: number): SampleFact['value'] => (Number.isNaN(value) ? 'NaN' : value)

/** Returns the sample as text with its kind, such as `Fan.Speed Outlet rpm Sample.Periodic Raw: 12`. */
const wholeText = ({ kind, value, raw }: Sample): string =>
  `${[kind.measurand, kind.phase, kind.location, kind.unit, kind.context, kind.format].filter((part) => part !== null).join(' ')}: ${raw ?? value}`
