import { expect, it } from 'vitest'
import { LogThrottle } from './log-throttle.ts'

// Proves L50
it('allows each text once per interval, for a limited number of texts', () => {
  let now = 0
  const throttle = new LogThrottle(60_000, () => now, 10_000)
  const allowed = (from: number, to: number) => {
    let count = 0
    for (let n = from; n < to; n++) if (throttle.shouldLog(`s${n}`)) count++
    return count
  }
  expect(allowed(0, 12_000)).toBe(12_000)
  expect(allowed(9_000, 12_000)).toBe(0)
  expect(allowed(0, 1_000)).toBe(1_000)
  now = 60_000
  expect(allowed(11_000, 12_000)).toBe(1_000)
})
