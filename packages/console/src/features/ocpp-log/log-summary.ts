import { isObject } from '../../lib/is-object.ts'
import { repeatsTerm, type TermWord } from '../../lib/term-words.ts'
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

/**
 * Returns the plain members of a request in one line, the words for values of OCPP in parentheses:
 * `connectorId 1 · status SuspendedEV (Suspended by car)`.
 */
export function summaryOf(row: Pick<LogRow, 'request'>, word: TermWord): string {
  const payload = payloadOf(row.request)
  if (payload === null) return (row.request ?? '').slice(0, longest)
  const hasReadings = Object.keys(payload).some((name) => readings.has(name))
  const parts = Object.entries(payload).flatMap(([name, value]) => {
    if (leftOut.has(name) || (hasReadings && name === 'transactionId')) return []
    if (readings.has(name)) return sampledIn(value, word)
    return [`${name} ${isPlain(value) ? withWord(name, value, word) : shape(value)}`]
  })
  const line = parts.join(' · ')
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

function withWord(member: string, value: string | number | boolean, word: TermWord): string {
  if (typeof value !== 'string') return String(value)
  const meaning = word(member, value)
  // "No error" in words would take the space of the status after it.
  return value === 'NoError' || repeatsTerm(meaning, value) ? value : `${value} (${meaning})`
}

/** Returns the values of the newest reading: `SoC 40 %`. */
function sampledIn(value: unknown, word: TermWord): string[] {
  return samplesOf(value).map(({ measurand, phase, value: sampled, unit }) =>
    [measurand, phase, sampled, unit && word('unit', unit)].filter(Boolean).join(' '),
  )
}

/** One value of a reading, with the defaults of OCPP 1.6. */
export interface Sample {
  measurand: string
  value: string
  unit: string | null
  phase: string | null
  location: string | null
  context: string | null
}

/** Returns the values of the newest reading in a list of meter values. */
export function samplesOf(value: unknown): Sample[] {
  const newest: unknown = Array.isArray(value) ? value.at(-1) : null
  const samples: unknown = isObject(newest) ? newest.sampledValue : null
  if (!Array.isArray(samples)) return []
  return samples.filter(isObject).map((sample) => {
    // OCPP 1.6, 7.43: the default measurand is the energy register, that of energy in Wh.
    const measurand = textOf(sample.measurand) ?? 'Energy.Active.Import.Register'
    return {
      measurand,
      value: isPlain(sample.value) ? String(sample.value) : '',
      unit: textOf(sample.unit) ?? (measurand.startsWith('Energy.Active') ? 'Wh' : null),
      phase: textOf(sample.phase),
      location: textOf(sample.location),
      context: textOf(sample.context),
    }
  })
}

/** A value of OCPP in a message. */
export interface MessageTerm {
  member: string
  value: string
}

const maxTerms = 12

/** Returns the values of OCPP in a payload that have words, each once, without meter values. */
export function termsIn(text: string | null, word: TermWord): MessageTerm[] {
  const found = new Map<string, MessageTerm>()
  const visit = (value: unknown): void => {
    if (found.size >= maxTerms) return
    if (Array.isArray(value)) value.forEach(visit)
    if (!isObject(value) || Array.isArray(value)) return
    for (const [member, inner] of Object.entries(value)) {
      if (readings.has(member)) continue
      if (typeof inner !== 'string') visit(inner)
      else if (word(member, inner) !== inner) found.set(`${member} ${inner}`, { member, value: inner })
    }
  }
  visit(payloadOf(text))
  return [...found.values()]
}

/** Returns the values of the newest reading in a request. */
export function samplesIn(text: string | null): Sample[] {
  const payload = payloadOf(text)
  return payload === null ? [] : [...readings].flatMap((name) => samplesOf(payload[name]))
}

/** Returns the status in a response: `Accepted`, `Rejected`, of an id tag or of the whole request. */
export function statusOf(row: Pick<LogRow, 'response'>): string | null {
  const payload = payloadOf(row.response)
  if (payload === null) return null
  if (typeof payload.status === 'string') return payload.status
  const { idTagInfo } = payload
  return isObject(idTagInfo) && typeof idTagInfo.status === 'string' ? idTagInfo.status : null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
const shape = (value: unknown): string => (Array.isArray(value) ? `[${value.length}]` : '{…}')
