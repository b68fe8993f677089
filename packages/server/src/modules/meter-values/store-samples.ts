import type { Facts, Found, SampleFact, WantedKinds } from '../../shared/facts.ts'
import type { StationConnection } from '../../shared/station-connection.ts'
import type { Sample } from './samples.ts'

/** Counter of samples whose kind is beyond the limit of a station; the console has a text for it. */
const tooManyKinds = 'MeterValues too-many-kinds /meterValue/*/sampledValue/*'

/** Counter of signed values that are too long to be stored. */
const signedTooLong = 'MeterValues too-long /meterValue/*/sampledValue/*/value'

/** Longest signed value, as in OCPP 2.1. */
const maxSignedLength = 32_768

/** Returns what must be read before samples can be stored. */
export const kindsOf = ({ station }: StationConnection, samples: readonly Sample[]): WantedKinds => ({
  stationId: station.id,
  kinds: samples.map((sample) => sample.kind),
})

/** Samples with where and when they were received. */
interface ReceivedSamples {
  connection: StationConnection
  samples: readonly Sample[]
  evseNo: number
  transactionNumber: number | null
  receivedAt: Date
}

/** Adds samples to the facts. Their content is their key, so a repeated message adds nothing. */
export function storeSamples(
  facts: Facts,
  found: Found,
  { connection, samples, ...origin }: ReceivedSamples,
): void {
  const { station } = connection
  const unnamed: Sample[] = []
  const tooLong: Sample[] = []
  const receivedAt = origin.receivedAt.toISOString()
  for (const sample of samples) {
    const { at, kind, value, raw } = sample
    const kindId = found.kindId(station.id, kind)
    if (kindId === null) unnamed.push(sample)
    const stored = {
      stationId: station.id,
      evseNo: origin.evseNo,
      sampledAt: at.toISOString(),
      kindId: kindId ?? found.otherKindId(),
      transactionNumber: origin.transactionNumber,
    }
    if (kind.format !== 'SignedData')
      facts.add('samples', {
        value: storedValue(value),
        raw: kindId === null ? wholeText(sample) : raw,
        ...stored,
      })
    else if (raw !== null && raw.length <= maxSignedLength)
      facts.add('signedValues', { value: raw, receivedAt, ...stored })
    else tooLong.push(sample)
  }
  for (const [rule, [first, ...others]] of [
    [tooManyKinds, unnamed],
    [signedTooLong, tooLong],
  ] as const)
    if (first)
      facts.add('deviations', {
        stationId: station.id,
        rule,
        count: 1 + others.length,
        lastAt: receivedAt,
        sample: wholeText(first).slice(0, maxExampleLength),
      })
}

const maxExampleLength = 500

const storedValue = (value: number): SampleFact['value'] => (Number.isNaN(value) ? 'NaN' : value)

/** Returns the sample as text with its kind, such as `Fan.Speed Outlet rpm Sample.Periodic Raw: 12`. */
const wholeText = ({ kind, value, raw }: Sample): string =>
  `${[kind.measurand, kind.phase, kind.location, kind.unit, kind.context, kind.format].filter((part) => part !== null).join(' ')}: ${raw ?? value}`
