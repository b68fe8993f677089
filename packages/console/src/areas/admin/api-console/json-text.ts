import type { JsonPath } from './schema.ts'

export interface TextRange {
  from: number
  to: number
}

export interface JsonText {
  value: unknown
  /** Returns the range of the value at a path in the text; with `isKey`, that of the name of the member. */
  rangeOf: (path: JsonPath, isKey?: boolean) => TextRange
}

/** The text is not JSON from this position on. */
export class JsonFault extends Error {
  override name = 'JsonFault'
  readonly at: number
  constructor(at: number) {
    super(`no JSON from ${at} on`)
    this.at = at
  }
}

const spaces = /[ \t\n\r]*/y
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// oxlint-disable-next-line no-control-regex -- control characters must be escaped in JSON
const quoted = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
/** Maximum depth, more than any body of the API has; limits what a pasted text can cause. */
const maxDepth = 100

/** Parses JSON and records the position of every value. Throws `JsonFault`. */
export function readJson(text: string): JsonText {
  const ranges = new Map<string, TextRange>()
  const keys = new Map<string, TextRange>()
  let at = 0
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  const skip = () => void match(spaces)
  const expect = (sign: string): void => {
    skip()
    if (text[at] !== sign) throw new JsonFault(at)
    at += 1
  }
  /** Returns true if another entry follows, false at the closing character. */
  const hasNext = (closing: string): boolean => {
    skip()
    if (text[at] === ',') {
      at += 1
      return true
    }
    expect(closing)
    return false
  }
  const isEmpty = (closing: string): boolean => {
    skip()
    if (text[at] !== closing) return false
    at += 1
    return true
  }
  const readObject = (path: JsonPath): unknown => {
    const members: [string, unknown][] = []
    if (isEmpty('}')) return {}
    do {
      skip()
      const from = at
      const name = match(quoted)
      if (name === null) throw new JsonFault(at)
      const key = JSON.parse(name) as string
      keys.set(nameOf([...path, key]), { from, to: at })
      expect(':')
      members.push([key, readValue([...path, key])])
    } while (hasNext('}'))
    return Object.fromEntries(members)
  }
  const readList = (path: JsonPath): unknown => {
    const items: unknown[] = []
    if (isEmpty(']')) return items
    do items.push(readValue([...path, items.length]))
    while (hasNext(']'))
    return items
  }
  const readValue = (path: JsonPath): unknown => {
    skip()
    const from = at
    if (path.length > maxDepth) throw new JsonFault(at)
    const value = readAny(path)
    ranges.set(nameOf(path), { from, to: at })
    return value
  }
  const readAny = (path: JsonPath): unknown => {
    const sign = text[at]
    if (sign === '{' || sign === '[') {
      at += 1
      return sign === '{' ? readObject(path) : readList(path)
    }
    const word = match(quoted) ?? match(scalar)
    if (word === null || word === '') throw new JsonFault(at)
    return JSON.parse(word)
  }
  const value = readValue([])
  skip()
  if (at < text.length) throw new JsonFault(at)
  const whole = { from: 0, to: text.length }
  return {
    value,
    rangeOf: (path, isKey = false) => (isKey ? keys : ranges).get(nameOf(path)) ?? whole,
  }
}

const nameOf = (path: JsonPath): string => JSON.stringify(path)
