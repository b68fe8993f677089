import { afterEach, expect, it, vi } from 'vitest'
import { leaveStart, leftStart } from './left-start.ts'

afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

it('is known for an hour in the same tab', () => {
  vi.useFakeTimers()
  expect(leftStart()).toBeNull()
  leaveStart({ place: 'p', connector: 'c' })
  expect(leftStart()).toEqual({ place: 'p', connector: 'c' })
  vi.advanceTimersByTime(3_600_000)
  expect(leftStart()).toBeNull()
})

it.each(['', 'null', '{', '{"place":1,"connector":"c","at":0}'])('ignores other content: %s', (stored) => {
  sessionStorage.setItem('stationmaster.left_start', stored)
  expect(leftStart()).toBeNull()
})
