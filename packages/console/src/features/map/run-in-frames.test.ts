import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runInFrames } from './run-in-frames.ts'

const frames: FrameRequestCallback[] = []
const steps: string[] = []
const step = (name: string) => () => void steps.push(name)

/** Draws a frame, and runs what follows it. */
function draw(): void {
  frames.splice(0).forEach((run) => run(0))
  vi.runAllTimers()
}

beforeEach(() => {
  frames.length = 0
  steps.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run))
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => void frames.splice(0))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('runs one step after each frame', () => {
  runInFrames([step('a'), step('b')])
  expect(steps).toEqual([])
  draw()
  expect(steps).toEqual(['a'])
  draw()
  expect(steps).toEqual(['a', 'b'])
  draw()
  expect(steps).toEqual(['a', 'b'])
})

it('leaves out the steps that remain when it is ended, before a frame and after it', () => {
  const end = runInFrames([step('a'), step('b')])
  draw()
  end()
  draw()
  const endSecond = runInFrames([step('c')])
  frames.splice(0).forEach((run) => run(0))
  endSecond()
  vi.runAllTimers()
  expect(steps).toEqual(['a'])
})
