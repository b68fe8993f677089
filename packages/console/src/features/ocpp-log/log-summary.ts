import type { LogRow } from './log-window.ts'

/** A payload of the log, or null where it is no JSON object (cut, or never readable). */
export function payloadOf(text: string | null): Record<string, unknown> | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** What says nothing in a line of the log: its time stands in the row. */
const leftOut = new Set(['timestamp', 'currentTime'])
const longest = 160

/** The plain members of a request in one line: `connectorId 1 · status Charging`. */
export function summaryOf(row: Pick<LogRow, 'request'>): string {
  const payload = payloadOf(row.request)
  if (payload === null) return (row.request ?? '').slice(0, longest)
  const parts = Object.entries(payload)
    .filter(([name]) => !leftOut.has(name))
    .map(([name, value]) => (isPlain(value) ? `${name} ${value}` : `${name} ${shape(value)}`))
  const line = parts.join(' · ')
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** The word with which a message was answered: `Accepted`, `Rejected`, of a card or as a whole. */
export function statusOf(row: Pick<LogRow, 'response'>): string | null {
  const payload = payloadOf(row.response)
  if (payload === null) return null
  if (typeof payload.status === 'string') return payload.status
  const { idTagInfo } = payload
  return isObject(idTagInfo) && typeof idTagInfo.status === 'string' ? idTagInfo.status : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
const shape = (value: unknown): string => (Array.isArray(value) ? `[${value.length}]` : '{…}')
