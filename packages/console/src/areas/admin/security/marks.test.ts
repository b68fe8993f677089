import { expect, it } from 'vitest'
import { flagsOf, isSame, marksOf, nextMark, noMarks } from './marks.ts'

const letters = ['a', 's', 'u'] as const

it('reads a rule, and a denial takes precedence', () => {
  const marks = marksOf(letters, { allow: { a: true, s: true }, deny: { s: true } })
  expect(marks).toEqual({ a: 'allow', s: 'deny', u: 'none' })
  expect(flagsOf(marks)).toEqual({ allow: { a: true }, deny: { s: true } })
})

it('cycles through the marks press by press', () => {
  expect(['none', 'allow', 'deny'].map((mark) => nextMark(mark as 'none'))).toEqual(['allow', 'deny', 'none'])
})

it('recognizes a rule that was not changed', () => {
  expect(isSame(noMarks(letters), { a: 'none', s: 'none', u: 'none' })).toBe(true)
  expect(isSame(noMarks(letters), { a: 'none', s: 'allow', u: 'none' })).toBe(false)
})
