import { isObject } from '../../lib/is-object.ts'
import type { LogRow } from './log-window.ts'

/** Parses a payload of the log; null if it is not a JSON object (truncated or invalid). */
export function payloadOf(text: string | null): Record<string, unknown> | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Members that add nothing to a line of the log: the row already shows its time. */
const leftOut = new Set(['timestamp', 'currentTime'])
/** Members that contain meter values. */
const readings = new Set(['meterValue', 'transactionData'])
const longest = 160

/** Returns the plain members of a request in one line: `connectorId 1 · status Charging`. */
export function summaryOf(row: Pick<LogRow, 'request'>): string {
  const payload = payloadOf(row.request)
  if (payload === null) return (row.request ?? '').slice(0, longest)
  const hasReadings = Object.keys(payload).some((name) => readings.has(name))
  const parts = Object.entries(payload).flatMap(([name, value]) => {
    if (leftOut.has(name) || (hasReadings && name === 'transactionId')) return []
    if (readings.has(name)) return sampledIn(value)
    return [`${name} ${isPlain(value) ? value : shape(value)}`]
  })
  const line = parts.join(' · ')
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** Returns the values of the newest reading: `SoC 40 Percent`. */
function sampledIn(value: unknown): string[] {
  const newest: unknown = Array.isArray(value) ? value.at(-1) : null
  const samples: unknown = isObject(newest) ? newest.sampledValue : null
  if (!Array.isArray(samples)) return []
  return samples.filter(isObject).map(({ measurand, phase, value: sampled, unit }) => {
    // OCPP 1.6, 7.43: the default measurand is the energy register.
    const name = typeof measurand === 'string' ? measurand : 'Energy.Active.Import.Register'
    return [name, phase, sampled, unit].filter((part) => isPlain(part)).join(' ')
  })
}

/** Returns the status in a response: `Accepted`, `Rejected`, of an id tag or of the whole request. */
export function statusOf(row: Pick<LogRow, 'response'>): string | null {
  const payload = payloadOf(row.response)
  if (payload === null) return null
  if (typeof payload.status === 'string') return payload.status
  const { idTagInfo } = payload
  return isObject(idTagInfo) && typeof idTagInfo.status === 'string' ? idTagInfo.status : null
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
const shape = (value: unknown): string => (Array.isArray(value) ? `[${value.length}]` : '{…}')
