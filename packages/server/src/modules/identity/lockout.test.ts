import { expect, test } from 'vitest'
import { addressLocks, delayMs, locksAfter, ownLocks, sharedCodeLocks, strictLocks } from './lockout.ts'

const minutes = (locksMs: readonly number[]) => locksMs.map((ms) => ms / 60_000)

test('locks for a minute after the fifth failed attempt and five times longer after each further one, up to ten hours', () => {
  expect(minutes(ownLocks.locksMs)).toEqual([0, 0, 0, 0, 1, 5, 25, 125, 600])
  expect(minutes(strictLocks.locksMs)).toEqual([1, 5, 25, 125, 600])
  expect(minutes(sharedCodeLocks.locksMs)).toEqual([0, 0, 0, 0, 1, 5, 25, 60, 60])
  expect(addressLocks.locksMs.filter((ms) => ms === 0)).toHaveLength(59)
})

// Proves L118
test('delays a sign-in by at most three seconds when attempts come from many addresses, and leaves each address one attempt', () => {
  expect([1, 10, 11, 12, 22, 1_000_000].map(delayMs)).toEqual([0, 0, 250, 500, 3_000, 3_000])
  expect(locksAfter(50)).toBe(ownLocks)
  expect(locksAfter(51)).toBe(strictLocks)
})
