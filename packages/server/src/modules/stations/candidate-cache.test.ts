import { describe, expect, it } from 'vitest'
import { CandidateCache } from './candidate-cache.ts'
import type { CandidatePlace } from './admission.ts'

const place = (identity: string) => ({ accountCode: null, identity, certificate: null })
const nothing: CandidatePlace = { accountId: null, candidates: [], issuedTo: null }

/** Opens a cache over a database that answers immediately and records its statements. */
function open(limits: object = {}) {
  const statements: string[][] = []
  const cache = new CandidateCache((places) => {
    statements.push(places.map(({ identity }) => identity))
    return Promise.resolve(places.map(() => nothing))
  }, limits)
  return { cache, statements }
}

// Proves H5
describe('lookups for limited handshakes', () => {
  it('are batched, with one entry per place', async () => {
    const { cache, statements } = open()
    const found = await Promise.all(['a', 'b', 'a', 'c'].map((identity) => cache.get(place(identity))))
    expect(found).toEqual([nothing, nothing, nothing, nothing])
    await cache.get(place('a'))
    expect(statements).toEqual([['a', 'b', 'c']])
  })

  // Proves L41
  it('have a limited batch size and a limited queue', async () => {
    const { cache, statements } = open({ batch: 3, waiting: 5, everyMs: 10 })
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const found = await Promise.all(names.map((identity) => cache.get(place(identity))))
    expect(found.map((one) => one !== null)).toEqual([true, true, true, true, true, false, false])
    expect(statements).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ])
  })

  // Proves L41
  it('are cached up to a limit, dropping the oldest', async () => {
    const { cache, statements } = open({ cached: 2, everyMs: 0 })
    for (const identity of ['a', 'b', 'c', 'c', 'a']) await cache.get(place(identity))
    expect(statements.flat()).toEqual(['a', 'b', 'c', 'a'])
  })

  it('are repeated after a station changed, even during a lookup', async () => {
    const answers: (() => void)[] = []
    const cache = new CandidateCache(
      (places) => new Promise((resolve) => answers.push(() => resolve(places.map(() => ({ ...nothing }))))),
      { everyMs: 0 },
    )
    const lookUp = async (count: number) => {
      const found = cache.get(place('a'))
      await expect.poll(() => answers.length).toBe(count)
      return found
    }
    const underWay = lookUp(1)
    await expect.poll(() => answers.length).toBe(1)
    cache.clear()
    answers[0]!()
    const before = await underWay
    const later = lookUp(2)
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!()
    const after = await later
    expect(after).not.toBe(before)
    expect(await cache.get(place('a'))).toBe(after)
  })

  it('return null if the database fails, and work again afterwards', async () => {
    let fails = true
    const cache = new CandidateCache(
      (places) => (fails ? Promise.reject(new Error('away')) : Promise.resolve(places.map(() => nothing))),
      { everyMs: 0 },
    )
    expect(await cache.get(place('a'))).toBeNull()
    fails = false
    expect(await cache.get(place('a'))).toEqual(nothing)
  })
})
