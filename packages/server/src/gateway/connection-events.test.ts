import { describe, expect, it } from 'vitest'
import { Takeovers } from './connection-events.ts'

describe('takeovers', () => {
  // Proves H6
  it('are reported with their addresses after more than three in ten minutes from different ones', () => {
    const takeovers = new Takeovers()
    const note = (from: string, to: string, atMs: number) => takeovers.note('s', { from, to }, atMs)
    expect(note('a', 'a', 0)).toBeNull()
    expect(note('a', 'b', 0)).toBeNull()
    expect(note('b', 'a', 1)).toBeNull()
    expect(note('a', 'b', 2)).toBeNull()
    expect(note('b', 'a', 3)).toEqual(['a', 'b'])
    expect(note('a', 'b', 4)).toBeNull()
    expect(note('b', 'a', 700_000)).toBeNull()
  })

  // Proves L49
  it('are reported even among many of other stations', () => {
    const addresses = { from: '192.0.2.1', to: '192.0.2.2' }
    const takeovers = new Takeovers()
    for (let n = 0; n < 20_000; n++) {
      takeovers.note(`other ${n}`, addresses, 0)
      if (n % 4_000 !== 0) continue
      const found = takeovers.note('station', addresses, 0)
      if (n === 12_000) return expect(found).toEqual(['192.0.2.1', '192.0.2.2'])
      expect(found).toBeNull()
    }
    expect.unreachable()
  })
})
