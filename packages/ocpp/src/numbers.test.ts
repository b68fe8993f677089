import { describe, expect, test } from 'vitest'
import { isInt31, isInt32 } from './integers.ts'
import { messageIds } from './message-ids.ts'
import { rawNumber } from './raw-number.ts'

// Proves P21
test('accepts ids from 1 to 2^31 - 1', () => {
  for (const id of [1, 4711, 2 ** 31 - 1]) expect(isInt31(id)).toBe(true)
  for (const id of [0, -1, 2 ** 31, 2 ** 63, 1.5, Number.NaN, Infinity, '7', null, undefined])
    expect(isInt31(id)).toBe(false)
})

test('accepts 32-bit integers that fit a column', () => {
  for (const value of [0, -1, 2 ** 31 - 1, -(2 ** 31)]) expect(isInt32(value)).toBe(true)
  for (const value of [-0, 2 ** 31, -(2 ** 31) - 1, 0.5, Number.NaN, Infinity, '1'])
    expect(isInt32(value)).toBe(false)
})

test('generates short message ids that are unique on a connection', () => {
  const next = messageIds('c')
  const ids = Array.from({ length: 5000 }, next)
  expect(ids.slice(0, 2)).toEqual(['c1', 'c2'])
  expect(new Set(ids).size).toBe(5000)
  expect(Math.max(...ids.map((id) => id.length))).toBeLessThan(6)
})

describe('rawNumber', () => {
  test.each([
    ['[2,"a","StopTransaction",{"transactionId":9223372036854775807}]', '9223372036854775807'],
    ['[2,"a","StopTransaction",{"meterStop":1, "transactionId" : -1 ,"x":2}]', '-1'],
    ['[2,"a","StopTransaction",{"transactionId":1e400}]', '1e400'],
    ['[2,"a","X",{"inner":{"transactionId":7},"transactionId":8}]', '8'],
    ['[2,"a","X",{"inner":[{"transactionId":7}]}]', null],
    ['[2,"a","X",{"text":"\\"transactionId\\":5"}]', null],
    ['[2,"transactionId","X",{"a":"transactionId","b":1}]', null],
    ['[2,"a","X",{"transactionId":"12"}]', null],
    ['[2,"a","X",{"transactionId":null}]', null],
    ['', null],
    ['[2,"a","X",{"transactionId', null],
  ])('%s', (text, digits) => {
    expect(rawNumber(text, 'transactionId')).toBe(digits)
  })
})
