import { documentLimits } from './documents/document-limits.ts'
import type { SignedValue } from './documents/invoice-document.ts'
import type { SignedReading } from '../meter-values/index.ts'

/** Signed values of sessions, by the id of the session. */
export type SignedValues = ReadonlyMap<string, readonly SignedValue[]>

/** First characters of the formats that transparency software reads. */
const formats = [
  ['OCMF|', 'OCMF'],
  ['AP;', 'ALFEN'],
] as const

/** Returns the signed values in formats that are known, as many sessions as a document holds; the session has all. */
export function signedValuesOfSessions(readings: readonly SignedReading[]): SignedValues {
  const ofSessions = new Map<string, SignedValue[]>()
  let [count, length] = [0, 0]
  for (const { sessionId, context, value, publicKey } of readings) {
    const format = formats.find(([begin]) => value.startsWith(begin))?.[1]
    if (!format || value.length > documentLimits.signedValueLength) continue
    count += 1
    length += value.length
    if (count > documentLimits.signedValues || length > documentLimits.signedValuesLength) break
    const values = ofSessions.get(sessionId) ?? []
    values.push({ context, format, data: value, publicKey })
    ofSessions.set(sessionId, values)
  }
  return ofSessions
}
