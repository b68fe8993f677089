import type { ScriptError } from './script.ts'

const unstorable = /[\0\p{Surrogate}]/u

/**
 * Returns an error for a source that no engine should read: too long, or with characters that cannot be
 * stored.
 */
export function invalidSource(source: string, longest: number): ScriptError | null {
  if (source.length > longest)
    return { code: 'syntax', message: `a script has at most ${longest} characters`, line: null }
  if (!unstorable.test(source)) return null
  const index = source.split('\n').findIndex((line) => unstorable.test(line))
  return { code: 'syntax', message: 'a character of this line cannot be stored', line: index + 1 }
}
