import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { readCell } from './read-cell.ts'

const column = {
  field: 'tags',
  title: 'Tags',
  at: 0,
  schema: Type.Array(Type.String()),
  codes: new Map<string, string>(),
  factor: 1,
  timeZone: 'UTC',
}

it.each([
  ['a, b;c', ['a', 'b', 'c']],
  [' "north, east" ,b', ['north, east', 'b']],
  ['"say ""hello""", b', ['say "hello"', 'b']],
  ['["a", "b"]', ['a', 'b']],
  // entries that begin like a quoted entry or JSON, or have a quote
  ['5" plug, b', ['5" plug', 'b']],
  ['"a" or "b"', ['"a" or "b"']],
  ['"open, b', ['"open', 'b']],
  ['[old] depot, b', ['[old] depot', 'b']],
])('the entries of a list are read from %s', (text, list) => {
  expect(readCell(text, column)).toEqual(list)
})

it('a long list with unbalanced quotes is read', () => {
  const text = '"a""b,'.repeat(20_000)
  expect(readCell(text, column)).toHaveLength(20_000)
})
