import { expect, test } from 'vitest'
import { invoiceNumber } from '@stationmaster/contract'
import { refusePattern } from './number.ts'

test.each([
  ['{series}-{year}-{number}', 'INV-2026-00042'],
  ['SM/{year}/{series}{number}', 'SM/2026/INV00042'],
])('numbers follow the pattern %s', (pattern, number) => {
  expect(refusePattern(pattern)).toBeNull()
  expect(invoiceNumber(pattern, { series: 'INV', year: 2026, number: 42 })).toBe(number)
})

test('a number longer than five digits is not cut', () => {
  expect(invoiceNumber('{series}-{year}-{number}', { series: 'CN', year: 2026, number: 1_234_567 })).toBe(
    'CN-2026-1234567',
  )
})

// Proves L227
test.each([
  'INV-{number}',
  '{series}-{number}',
  '{year}-{number}',
  '{series}-{year}-{number}-{number}',
  '{series} {year} {number}',
  'A-long-prefix-of-a-seller-{series}-{year}-{number}',
])(
  'a pattern that does not make numbers unique, or that other programs cannot read, is refused: %s',
  (pattern) => {
    expect(refusePattern(pattern)).toMatchObject({ code: 'seller.pattern_invalid', field: 'numberpattern' })
  },
)
