import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('runs work when the browser says that the page is idle, at the latest after two seconds', () => {
  const request = vi.fn<typeof window.requestIdleCallback>(() => 7)
  const cancel = vi.fn<typeof window.cancelIdleCallback>()
  vi.stubGlobal('requestIdleCallback', request)
  vi.stubGlobal('cancelIdleCallback', cancel)
  const work = vi.fn<() => void>()
  const stop = whenIdle(work)
  expect(request).toHaveBeenCalledWith(work, { timeout: 2_000 })
  expect(work).not.toHaveBeenCalled()
  stop()
  expect(cancel).toHaveBeenCalledWith(7)
})

it('runs work in a later task in browsers that do not say when a page is idle', () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const work = vi.fn<() => void>()
  whenIdle(work)
  expect(work).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
  whenIdle(work)()
  vi.runAllTimers()
  expect(work).toHaveBeenCalledOnce()
})
