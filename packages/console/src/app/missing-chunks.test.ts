import { afterEach, describe, expect, it, vi } from 'vitest'
import { isMissingChunk, reloadOnce } from './missing-chunks.ts'

afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

describe('a missing file of the console', () => {
  it.each([
    ['Failed to fetch dynamically imported module: /assets/x.js', true],
    ['Unable to preload CSS for /assets/x.css', true],
    ['x is not a function', false],
  ])('is distinguished from other errors: %s', (message, expected) => {
    expect(isMissingChunk(new Error(message))).toBe(expected)
    expect(isMissingChunk(message)).toBe(false)
  })

  it('reloads the page at most once a minute', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    expect(reloadOnce(1_000_000)).toBe(true)
    expect(reloadOnce(1_030_000)).toBe(false)
    expect(reloadOnce(1_061_000)).toBe(true)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})
