import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AddressRate } from './address-rate.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('limits an address per minute, for IPv6 its /64, and resets after the minute', () => {
  const rate = new AddressRate(2)
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
  vi.advanceTimersByTime(60_000)
  expect(rate.take('192.0.2.1')).toBe(true)
})

// Proves INV-9, L86
test('removes the oldest addresses one by one beyond a number', () => {
  const rate = new AddressRate(1, 3)
  for (let n = 1; n <= 4; n++) expect(rate.take(`192.0.2.${n}`)).toBe(true)
  expect(rate.size).toBe(3)
  expect(rate.take('192.0.2.4')).toBe(false)
  expect(rate.take('192.0.2.1')).toBe(true)
})
