import { segmentsOf } from './schema.ts'

/** What a field is about, for forms that can offer more than an input. */
export type FieldMeaning =
  | 'connector'
  | 'card'
  | 'transaction'
  | 'reservation'
  | 'charging-limit'
  | 'local-list'
  | 'configuration-key'

/** What the schema cannot say of a field. The protocol's tables hold these beside their schemas. */
export interface FieldRule {
  /** JSON Pointer; `*` stands for every index of a list. */
  readonly path: string
  readonly meaning?: FieldMeaning
  readonly exclusiveMinimum?: number
  readonly step?: number
  readonly zeroIsStation?: boolean
  readonly defaultMinutesFromNow?: number
  /** JSON Pointer of the field that holds the unit of this one. */
  readonly unitFrom?: string
  /** The station's configuration key that limits the length of this list. */
  readonly lengthLimitKey?: string
}

/** Members that every version of the protocol counts in seconds. */
const inSeconds = new Set(['duration', 'startPeriod', 'retryInterval', 'interval', 'timeout', 'ttl'])

export const isInSeconds = (name: string): boolean => inSeconds.has(name)

/** Members that bound what a station has kept so far: its diagnostics and logs. */
const inThePast = new Set(['startTime', 'stopTime', 'oldestTimestamp', 'latestTimestamp'])

export const isInThePast = (name: string): boolean => inThePast.has(name)

/** Required texts that are a value of their own when they are empty: a configuration key may be set to nothing. */
const emptyIsValue = new Set(['value', 'attributeValue'])

export const mayBeEmpty = (name: string): boolean => emptyIsValue.has(name)

/** The rule of a field, or an empty one. */
export function ruleAt(rules: readonly FieldRule[], path: string): FieldRule {
  const segments = segmentsOf(path)
  const found = rules.find((rule) => {
    const pattern = segmentsOf(rule.path)
    return (
      pattern.length === segments.length &&
      pattern.every(
        (part, index) => part === segments[index] || (part === '*' && /^\d+$/.test(segments[index]!)),
      )
    )
  })
  return found ?? { path }
}
