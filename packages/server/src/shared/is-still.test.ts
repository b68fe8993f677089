import { expect, test } from 'vitest'
import { isStill } from './is-still.ts'

/** Returns a clock that passes by the given times, one for each reading. */
function clockOf(...durations: number[]) {
  let ms = 0
  return {
    monotonicMs: () => ms,
    read: (holds: boolean) => () => {
      ms += durations.shift() ?? 0
      return Promise.resolve(holds)
    },
  }
}

test('reads an answer again that took so long that the process may have been suspended', async () => {
  const clock = clockOf(60_000, 5)
  const answers = [true, false]
  expect(await isStill(clock, () => clock.read(answers.shift()!)())).toBe(false)
  expect(answers).toEqual([])
})

test.each([
  [true, [5], true],
  [false, [60_000], false],
  [true, [60_000, 5], true],
  [true, [60_000, 60_000, 60_000], false],
])('%s after %j ms is %s', async (holds, durations, expected) => {
  const clock = clockOf(...durations)
  expect(await isStill(clock, clock.read(holds))).toBe(expected)
})
