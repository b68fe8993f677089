import { expect, test } from 'vitest'
import { taxesOfLines, taxOf } from './taxes.ts'

test('rounds tax half away from zero, also below zero', () => {
  expect(taxOf(50, 100, false)).toBe(1)
  expect(taxOf(49, 100, false)).toBe(0)
  expect(taxOf(-50, 100, false)).toBe(-1)
  expect(taxOf(2_500, 1_900, true)).toBe(399)
  expect(taxOf(Number.MAX_SAFE_INTEGER, 10_000, false)).toBe(Number.MAX_SAFE_INTEGER)
})

test('gives what rounding leaves to the largest remainders, of equal ones to the first', () => {
  // 15.97, 15.97 and 4.79
  expect(taxesOfLines([100, 100, 30], 1_900, true)).toEqual([16, 16, 5])
  // 5.27 each, together 15.81
  expect(taxesOfLines([33, 33, 33], 1_900, true)).toEqual([6, 5, 5])
})
