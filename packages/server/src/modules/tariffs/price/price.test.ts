import { expect, test } from 'vitest'
import { engine, offsetsOf, tariffProblems, type ZoneOffset } from '../index.ts'
import { cases, checkCase } from './cases/checks.ts'

test.each(cases)('$name', checkCase)

test('all tariffs of the cases could be stored', () => {
  expect(cases.flatMap(({ tariff }) => tariffProblems(tariff)).filter(({ isWarning }) => !isWarning)).toEqual(
    [],
  )
})

test('the number of the pricing function', () => expect(engine).toBe(1))

test('offsets of a time zone change with its clock', () => {
  const period = [Date.parse('2026-10-24T22:00:30Z'), Date.parse('2026-10-25T06:00:00Z')] as const
  expect(offsetsOf('Europe/Berlin', ...period)).toEqual<ZoneOffset[]>([
    [Date.parse('2026-10-24T22:00:00Z'), 120],
    [Date.parse('2026-10-25T01:00:00Z'), 60],
  ])
  expect(offsetsOf('Asia/Kathmandu', period[0], period[0])).toEqual([
    [Date.parse('2026-10-24T22:00:00Z'), 345],
  ])
})
