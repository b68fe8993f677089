import { expect, test } from 'vitest'
import { addressLocks, delayMs, locksAfter, ownLocks, sharedCodeLocks, strictLocks } from './lockout.ts'

const minutes = (locksMs: readonly number[]) => locksMs.map((ms) => ms / 60_000)

test('the fifth wrong try locks for a minute, each further one five times longer, ten hours at most', () => {
  expect(minutes(ownLocks.locksMs)).toEqual([0, 0, 0, 0, 1, 5, 25, 125, 600])
  expect(minutes(strictLocks.locksMs)).toEqual([1, 5, 25, 125, 600])
  expect(minutes(sharedCodeLocks.locksMs)).toEqual([0, 0, 0, 0, 1, 5, 25, 60, 60])
  expect(addressLocks.locksMs.filter((ms) => ms === 0)).toHaveLength(59)
})

test('tries from many addresses delay a sign-in by three seconds at most, and leave each address one try', () => {
  expect([1, 10, 11, 12, 22, 1_000_000].map(delayMs)).toEqual([0, 0, 250, 500, 3_000, 3_000])
  expect(locksAfter(50)).toBe(ownLocks)
  expect(locksAfter(51)).toBe(strictLocks)
})
