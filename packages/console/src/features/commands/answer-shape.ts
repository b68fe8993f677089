import { isObject } from '../../lib/is-object.ts'

/** A station's response that is easier to read as a table than as JSON. */
export type AnswerShape =
  | { kind: 'keys'; keys: readonly ConfigurationKey[]; unknown: readonly string[] }
  | { kind: 'schedule'; start: string | null; unit: string; periods: readonly Period[] }

interface ConfigurationKey {
  key: string
  value: string | null
  readonly: boolean
}

interface Period {
  /** Seconds since the start of the schedule. */
  after: number
  limit: number
  phases: number | null
}

/**
 * Returns what to draw of a response to GetConfiguration or GetCompositeSchedule; null if it does not match
 * the standard.
 */
export function shapeOf(action: string, response: unknown): AnswerShape | null {
  if (!isObject(response)) return null
  if (action === 'GetConfiguration') return keysIn(response)
  return action === 'GetCompositeSchedule' ? scheduleIn(response) : null
}

function keysIn({ configurationKey = [], unknownKey = [] }: Members): AnswerShape | null {
  if (!Array.isArray(configurationKey) || !Array.isArray(unknownKey)) return null
  const keys = configurationKey.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry.key === 'string'
      ? [{ key: entry.key, value: textIn(entry.value), readonly: entry.readonly === true }]
      : [],
  )
  const unknown = unknownKey.filter((key: unknown) => typeof key === 'string')
  const isWhole = keys.length === configurationKey.length && unknown.length === unknownKey.length
  return isWhole && keys.length + unknown.length > 0 ? { kind: 'keys', keys, unknown } : null
}

function scheduleIn(answer: Members): AnswerShape | null {
  const schedule = answer.chargingSchedule
  if (!isObject(schedule)) return null
  const reported = schedule.chargingSchedulePeriod
  if (!Array.isArray(reported) || reported.length === 0) return null
  const periods = reported.flatMap((period: unknown) => {
    const { startPeriod: after, limit, numberPhases } = isObject(period) ? period : {}
    if (typeof after !== 'number' || typeof limit !== 'number') return []
    return [{ after, limit, phases: typeof numberPhases === 'number' ? numberPhases : null }]
  })
  if (periods.length !== reported.length) return null
  const start = textIn(answer.scheduleStart) ?? textIn(schedule.startSchedule)
  const isMoment = start !== null && !Number.isNaN(Date.parse(start))
  return {
    kind: 'schedule',
    start: isMoment ? start : null,
    unit: textIn(schedule.chargingRateUnit) ?? '',
    periods,
  }
}

type Members = Record<string, unknown>

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
