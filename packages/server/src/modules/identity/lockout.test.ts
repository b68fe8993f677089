import { expect, test } from 'vitest'
import { lockMs, lockSteps } from './lockout.ts'

test('the fifth wrong try locks for a minute, each further one five times longer, ten hours at most', () => {
  const minutes = Array.from({ length: 12 }, (_, n) => lockMs(n + 1) / 60_000)
  expect(minutes).toEqual([0, 0, 0, 0, 1, 5, 25, 125, 600, 600, 600, 600])
  expect(lockSteps.at(-1)).toBe(lockMs(1000))
})
