import type { ScriptError } from './script.ts'

const unstorable = /[\0\p{Surrogate}]/u

/** What no engine should be asked to read: too much, or characters that no text of ours may have. */
export function unfitSource(source: string, longest: number): ScriptError | null {
  if (source.length > longest)
    return { code: 'syntax', message: `a script has at most ${longest} characters`, line: null }
  if (!unstorable.test(source)) return null
  const index = source.split('\n').findIndex((line) => unstorable.test(line))
  return { code: 'syntax', message: 'a character of this line cannot be stored', line: index + 1 }
}
