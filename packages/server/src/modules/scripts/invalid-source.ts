import type { ScriptError } from './script.ts'

const unstorable = /[\0\p{Surrogate}]/u

/**
 * Returns an error for a source that no engine should read: too long, or with characters that cannot be
 * stored.
 */
export function invalidSource(source: string, longest: number): ScriptError | null {
  if (source.length > longest) return { code: 'script.too_long', params: { limit: longest }, line: null }
  if (!unstorable.test(source)) return null
  const line = source.split('\n').findIndex((text) => unstorable.test(text)) + 1
  return { code: 'script.invalid_character', params: { line }, line }
}
