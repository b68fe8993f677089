import { expect, test } from 'vitest'
import {
  decimalText,
  exactText,
  fractionOf,
  readDecimal,
  readExact,
  round,
  sum,
  trimDecimals,
} from './decimals.ts'

test.each([
  ['0.5', 0, 1n],
  ['-0.5', 0, -1n],
  ['0.49', 0, 0n],
  ['2.675', 2, 268n],
  ['2.665', 2, 267n],
  ['1.005', 2, 101n],
  ['17/3', 2, 567n],
  ['-17/3', 2, -567n],
])('rounds %s to %i digits half away from zero', (text, digits, units) => {
  const fraction = readExact(text)
  expect(fraction && round(fraction, digits)).toBe(units)
})

test.each(['', '1.', '.5', '1,5', '1e3', ' 1', '1/0', '1/2/3', '1.5/2', 'x', '9'.repeat(19)])(
  'refuses %j as exact number',
  (text) => {
    expect(readExact(text)).toBeNull()
  },
)

test('adds fractions without loss', () => {
  const third = readExact('1/3') ?? fractionOf(0)
  expect(round(sum([third, third, third]), 0)).toBe(1n)
  const tenth = readDecimal('0.1') ?? fractionOf(0)
  expect(exactText(sum([tenth, tenth, tenth]), { least: 2, most: 10 })).toBe('0.30')
})

const text = (exact: string) => exactText(readExact(exact) ?? fractionOf(0), { least: 2, most: 10 })

test('writes exact decimals, and the first digits of those that do not end', () => {
  expect(['13.06437', '5', '31/12', '1/8'].map(text)).toEqual(['13.06437', '5.00', '2.5833333333…', '0.125'])
})

test('writes minor units and removes zeros', () => {
  expect([decimalText(5n, 2), decimalText(-1234n, 3), decimalText(7n, 0)]).toEqual(['0.05', '-1.234', '7'])
  expect([trimDecimals('0.5900', 2), trimDecimals('19.00'), trimDecimals('3', 2)]).toEqual([
    '0.59',
    '19',
    '3.00',
  ])
})
