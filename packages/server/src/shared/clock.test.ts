import { expect, it } from 'vitest'
import { RunningClock } from './clock.ts'

// Proves G21
it('running time stops while the process is suspended, and never goes back', () => {
  let now = 0
  const clock = new RunningClock(250, () => now)
  now = 250
  clock.tick()
  now = 60_000
  clock.tick()
  expect(clock.ms).toBe(750)
  now = 59_000
  clock.tick()
  expect(clock.ms).toBe(750)
})
