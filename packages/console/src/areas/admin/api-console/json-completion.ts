import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser'
import { keysAt, type Schema, type Suggestion, valuesAt } from './schema.ts'

/** Returns the names or values that a schema has for a position in a text, which may not be valid JSON yet. */
export function suggestionsAt(
  schema: Schema,
  text: string,
  cursor: number,
): { isKey: boolean; found: Suggestion[] } {
  const { path, isAtPropertyKey } = getLocation(text, cursor)
  if (path.length === 0) return { isKey: false, found: [] }
  if (!isAtPropertyKey) return { isKey: false, found: valuesAt(schema, path) }
  const around = path.slice(0, -1)
  const root = parseTree(text)
  const members = (root && findNodeAtLocation(root, around)?.children) ?? []
  const present = members
    .filter(({ offset, length }) => cursor < offset || cursor > offset + length)
    .map(({ children }) => String(children?.[0]?.value))
  return { isKey: true, found: keysAt(schema, around, present) }
}

/** Completes the word under the cursor. */
export function completeJson(schema: Schema, context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context
  const text = state.doc.toString()
  const from = context.matchBefore(/"?[\w.+-]*$/)?.from ?? pos
  if (!explicit && from === pos) return null
  const { isKey, found } = suggestionsAt(schema, text, pos)
  // The rest of the word behind the cursor is replaced, too; the editor has already closed its quote.
  const rest = /^[\w.+-]*"?/.exec(text.slice(pos))![0].length
  const hasColon = /^\s*:/.test(text.slice(pos + rest))
  return {
    from,
    to: pos + rest,
    options: found.map((one) => option(one, isKey, hasColon)),
    validFor: /^"?[\w.+-]*$/,
  }
}

const option = (
  { text, detail, info, isRequired }: Suggestion,
  isKey: boolean,
  hasColon: boolean,
): Completion => ({
  label: isKey ? JSON.stringify(text) : text,
  displayLabel: text,
  apply: isKey ? `${JSON.stringify(text)}${hasColon ? '' : ': '}` : text,
  detail: isRequired ? `${detail} *` : detail,
  ...(info !== undefined && { info }),
  type: isKey ? 'property' : 'constant',
  boost: isRequired ? 1 : 0,
})
