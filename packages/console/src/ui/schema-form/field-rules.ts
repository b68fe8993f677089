import { segmentsOf } from './schema.ts'

/** Meaning of a field, for forms that can offer more than an input. */
export type FieldMeaning =
  | 'connector'
  | 'card'
  | 'transaction'
  | 'reservation'
  | 'charging-limit'
  | 'local-list'
  | 'configuration-key'

/**
 * Properties of a field that the schema does not contain. The protocol's tables hold these next to their
 * schemas.
 */
export interface FieldRule {
  /** JSON Pointer; `*` matches every index of a list. */
  readonly path: string
  readonly meaning?: FieldMeaning
  readonly exclusiveMinimum?: number
  readonly step?: number
  readonly zeroIsStation?: boolean
  readonly defaultValue?: string
  readonly defaultMinutesFromNow?: number
  /** JSON Pointer of the field with the unit of this one. */
  readonly unitFrom?: string
  /** Configuration key of the station that limits the length of this list. */
  readonly lengthLimitKey?: string
}

/** Members in seconds in every version of the protocol. */
const inSeconds = new Set(['duration', 'startPeriod', 'retryInterval', 'interval', 'timeout', 'ttl'])

export const isInSeconds = (name: string): boolean => inSeconds.has(name)

/** Members that limit data already stored by a station: its diagnostics and logs. */
const inThePast = new Set(['startTime', 'stopTime', 'oldestTimestamp', 'latestTimestamp'])

export const isInThePast = (name: string): boolean => inThePast.has(name)

/** Required texts whose empty value is meaningful: a configuration key may be set to an empty string. */
const emptyIsValue = new Set(['value', 'attributeValue'])

export const mayBeEmpty = (name: string): boolean => emptyIsValue.has(name)

/** Returns the rule of a field, or an empty one. */
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
