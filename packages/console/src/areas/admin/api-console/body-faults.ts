import { type BodyFault, checkBody } from './check-body.ts'
import { JsonFault, readJson } from './json-text.ts'
import type { Schema } from './schema.ts'

/** A fault of a body with its place in the text. */
export interface PlacedFault {
  from: number
  to: number
  /** From 1. */
  line: number
  fault: BodyFault | null
}

/** What is wrong with a text as the body of a call; a null fault is a text that is no JSON. */
export function faultsOf(schema: Schema, text: string): PlacedFault[] {
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  try {
    const { value, rangeOf } = readJson(text)
    return checkBody(schema, value).map((fault) => {
      const { from, to } = rangeOf(fault.path, fault.isKey)
      // Of what is missing, or of a large object, its beginning is marked.
      const end = fault.word === 'required' ? from + 1 : to
      return { from, to: Math.max(end, Math.min(from + 1, text.length)), line: lineOf(from), fault }
    })
  } catch (failure) {
    if (!(failure instanceof JsonFault)) throw failure
    const from = Math.min(failure.at, Math.max(0, text.length - 1))
    return [{ from, to: Math.min(from + 1, text.length), line: lineOf(from), fault: null }]
  }
}
