import { describe, expect, it } from 'vitest'
import { seededRandom } from '../time/random.ts'
import { CardPool } from './card-pool.ts'

describe('a pool of cards', () => {
  it('gives each card to one driver at a time and never uses the last quarter', () => {
    const pool = new CardPool(['A', 'B', 'C', 'D'], seededRandom('pool'))
    const taken = [pool.take(), pool.take(), pool.take()]
    expect(taken.sort()).toEqual(['A', 'B', 'C'])
    expect(pool.take()).toBeNull()
    pool.release('B')
    expect(pool.take()).toBe('B')
  })

  it('uses only the cards of a station that has its own', () => {
    const pool = new CardPool(['A'], seededRandom('pool'))
    expect(pool.take(['X'])).toBe('X')
    expect(pool.take(['X'])).toBeNull()
    expect(pool.take()).toBe('A')
  })
})
