import { expect, test } from 'vitest'
import { AddressRate } from './address-rate.ts'

test('limits an address per minute, for IPv6 its /64, and resets after the minute', () => {
  let nowMs = 0
  const rate = new AddressRate({ perMinute: 2, nowMs: () => nowMs })
  expect(['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map((one) => rate.take(one))).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(['2001:db8::1', '2001:db8::2', '2001:db8::3'].map((one) => rate.take(one))).toEqual([
    true,
    true,
    false,
  ])
  nowMs = 60_000
  expect(rate.take('192.0.2.1')).toBe(true)
})

// Proves INV-9, L86
test('removes the oldest addresses one by one beyond a number', () => {
  const rate = new AddressRate({ perMinute: 1, most: 3, nowMs: () => 0 })
  for (let n = 1; n <= 4; n++) expect(rate.take(`192.0.2.${n}`)).toBe(true)
  expect(rate.size).toBe(3)
  expect(rate.take('192.0.2.4')).toBe(false)
  expect(rate.take('192.0.2.1')).toBe(true)
})
