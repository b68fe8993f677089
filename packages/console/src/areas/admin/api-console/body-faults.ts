import { type BodyFault, checkBody } from './check-body.ts'
import { JsonFault, readJson } from './json-text.ts'
import type { Schema } from './schema.ts'

/** A fault of a body with its position in the text. */
export interface PlacedFault {
  from: number
  to: number
  /** Line number, from 1. */
  line: number
  fault: BodyFault | null
}

/** Returns the faults of a text as a request body; a null fault means that the text is not JSON. */
export function faultsOf(schema: Schema, text: string): PlacedFault[] {
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  try {
    const { value, rangeOf } = readJson(text)
    return checkBody(schema, value).map((fault) => {
      const { from, to } = rangeOf(fault.path, fault.isKey)
      // For a missing member or a large object only its beginning is marked.
      const end = fault.word === 'required' ? from + 1 : to
      return { from, to: Math.max(end, Math.min(from + 1, text.length)), line: lineOf(from), fault }
    })
  } catch (failure) {
    if (!(failure instanceof JsonFault)) throw failure
    const from = Math.min(failure.at, Math.max(0, text.length - 1))
    return [{ from, to: Math.min(from + 1, text.length), line: lineOf(from), fault: null }]
  }
}
