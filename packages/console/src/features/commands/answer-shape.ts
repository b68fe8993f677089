/** A station's answer that says more as a table than as JSON. */
export type AnswerShape =
  | { kind: 'keys'; keys: readonly ConfigurationKey[]; unknown: readonly string[] }
  | { kind: 'schedule'; start: string | null; unit: string; periods: readonly Period[] }

interface ConfigurationKey {
  key: string
  value: string | null
  readonly: boolean
}

interface Period {
  /** Seconds after the start of the schedule. */
  after: number
  limit: number
  phases: number | null
}

/** What to draw of the answer to GetConfiguration or GetCompositeSchedule; null for all that is not as the standard has it. */
export function shapeOf(action: string, response: unknown): AnswerShape | null {
  const answer = objectIn(response)
  if (answer === null) return null
  if (action === 'GetConfiguration') return keysIn(answer)
  return action === 'GetCompositeSchedule' ? scheduleIn(answer) : null
}

function keysIn({ configurationKey = [], unknownKey = [] }: Members): AnswerShape | null {
  if (!Array.isArray(configurationKey) || !Array.isArray(unknownKey)) return null
  const keys = configurationKey.flatMap((told: unknown) => {
    const row = objectIn(told)
    return row && typeof row.key === 'string'
      ? [{ key: row.key, value: textIn(row.value), readonly: row.readonly === true }]
      : []
  })
  const unknown = unknownKey.filter((key: unknown) => typeof key === 'string')
  const isWhole = keys.length === configurationKey.length && unknown.length === unknownKey.length
  return isWhole && keys.length + unknown.length > 0 ? { kind: 'keys', keys, unknown } : null
}

function scheduleIn(answer: Members): AnswerShape | null {
  const schedule = objectIn(answer.chargingSchedule)
  const told: unknown = schedule?.chargingSchedulePeriod
  if (!schedule || !Array.isArray(told) || told.length === 0) return null
  const periods = told.flatMap((period: unknown) => {
    const { startPeriod: after, limit, numberPhases } = objectIn(period) ?? {}
    if (typeof after !== 'number' || typeof limit !== 'number') return []
    return [{ after, limit, phases: typeof numberPhases === 'number' ? numberPhases : null }]
  })
  if (periods.length !== told.length) return null
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

function objectIn(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}
