import { describe, expect, it } from 'vitest'
import { growingIds, leastIdOf, newId, numberPermutation } from './ids.ts'

describe('newId', () => {
  it('is a UUID of version 7 that sorts by time', () => {
    const earlier = newId(1_700_000_000_000)
    const later = newId(1_700_000_000_001)
    expect(earlier).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(earlier < later).toBe(true)
    expect(leastIdOf(1_700_000_000_001) > earlier).toBe(true)
    expect(leastIdOf(1_700_000_000_001) <= later).toBe(true)
  })
})

describe('growing ids', () => {
  it('sort in the order of creation, even many within one millisecond', () => {
    const next = growingIds()
    const at = 1_700_000_000_000
    const ids = Array.from({ length: 10_000 }, (_, n) => next(n < 9_000 ? at : at - 5))
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(10_000)
    expect(next(at + 1_000).startsWith(newId(at + 1_000).slice(0, 13))).toBe(true)
  })
})

describe('numberPermutation', () => {
  it('gives different numbers of 31 bits for different inputs', () => {
    const permute = numberPermutation('a key')
    const seen = new Set<number>()
    for (let n = 1; n <= 50_000; n++) {
      const number = permute(n)
      expect(number).toBeGreaterThan(0)
      expect(number).toBeLessThanOrEqual(0x7fffffff)
      seen.add(number)
    }
    expect(seen.size).toBe(50_000)
  })

  // Proves H8
  it('does not count upwards', () => {
    const permute = numberPermutation('a key')
    const steps = Array.from({ length: 100 }, (_, n) => Math.abs(permute(n + 2) - permute(n + 1)))
    expect(steps.every((step) => step > 1)).toBe(true)
  })
})
