import type { JsonPath } from './schema.ts'

/** Position of the cursor in a body that is being written. */
export interface CursorContext {
  /** Path of the surrounding object or list; for a value, the path of that value. */
  path: JsonPath
  expects: 'key' | 'value'
  /** Members of the surrounding object before the cursor. */
  present: readonly string[]
  /** Start of the word under the cursor, including its quote. */
  from: number
}

interface Level {
  kind: '{' | '['
  keys: string[]
  /** In an object: the member whose value is being written, or null while its name is. */
  key: string | null
  index: number
}

const wordSign = /[\w.+-]/

/** Parses a text up to the cursor, which may not be valid JSON yet; null where nothing can be completed. */
export function contextAt(text: string, cursor: number): CursorContext | null {
  const levels: Level[] = []
  let word: { from: number; isQuoted: boolean } | null = null
  for (let at = 0; at < cursor; at++) {
    const sign = text[at]!
    const level = levels.at(-1)
    if (word?.isQuoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') {
        if (level?.kind === '{' && level.key === null)
          level.keys.push(unquoted(text.slice(word.from, at + 1)))
        word = null
      }
      continue
    }
    if (sign === '"') word = { from: at, isQuoted: true }
    else if (wordSign.test(sign)) word ??= { from: at, isQuoted: false }
    else {
      word = null
      punctuate(sign, levels)
    }
  }
  const level = levels.at(-1)
  if (!level) return null
  const from = word?.from ?? cursor
  const expects = level.kind === '{' && level.key === null ? 'key' : 'value'
  const path = pathOf(expects === 'key' ? levels.slice(0, -1) : levels)
  return { path, expects, present: level.keys, from }
}

function punctuate(sign: string, levels: Level[]): void {
  const level = levels.at(-1)
  if (sign === '{' || sign === '[') levels.push({ kind: sign, keys: [], key: null, index: 0 })
  else if (sign === '}' || sign === ']') levels.pop()
  else if (sign === ':' && level?.kind === '{') level.key = level.keys.at(-1) ?? ''
  else if (sign === ',' && level) {
    level.key = null
    level.index += 1
  }
}

const pathOf = (levels: readonly Level[]): JsonPath =>
  levels.map(({ kind, key, index }) => (kind === '{' ? (key ?? '') : index))

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}
