import { describe, expect, it } from 'vitest'
import { manualClock, processClock } from './clock.ts'
import { seededRandom } from './random.ts'
import { TimerHeap } from './timer-heap.ts'

const draw = (seed: string) => Array.from({ length: 5 }, seededRandom(seed).next)

describe('timers', () => {
  it('are returned in the order of their times, without cancelled ones', () => {
    const random = seededRandom('heap')
    const heap = new TimerHeap()
    const entries = Array.from({ length: 2_000 }, () => heap.add(random.whole(0, 300), () => {}))
    const remaining = entries.filter((entry) => {
      const isRemaining = random.chance(0.5)
      if (!isRemaining) heap.remove(entry)
      return isRemaining
    })
    const taken = []
    for (let entry = heap.takeDue(300); entry; entry = heap.takeDue(300)) taken.push(entry)
    expect(taken).toEqual(remaining.sort((a, b) => a.dueMs - b.dueMs || a.order - b.order))
    expect(heap.size).toBe(0)
  })

  it('of a manual clock run at their own moment, including those that others create', () => {
    const clock = manualClock(0)
    const ran: [string, number][] = []
    clock.after(50, () => {
      ran.push(['b', clock.now()])
      clock.after(25, () => ran.push(['c', clock.now()]))
    })
    clock.after(10, () => ran.push(['a', clock.now()]))
    clock.after(20, () => ran.push(['never', clock.now()])).cancel()
    clock.advance(100)
    expect(ran).toEqual([
      ['a', 10],
      ['b', 50],
      ['c', 75],
    ])
  })

  it('of the process run too, and one that throws does not stop the others', async () => {
    const clock = processClock()
    const order: number[] = []
    await new Promise<void>((resolve) => {
      clock.after(1, () => order.push(1))
      clock.after(3, () => order.push(99)).cancel()
      clock.after(5, () => order.push(2))
      clock.after(15, resolve)
    })
    expect(order).toEqual([1, 2])
  })
})

describe('random numbers', () => {
  it('are the same for the same seed and different for a part', () => {
    expect(draw('a')).toEqual(draw('a'))
    expect(draw('a')).not.toEqual(draw('b'))
    expect(seededRandom('a').fork('x').next()).not.toBe(seededRandom('a').next())
  })

  it('have the requested mean', () => {
    const random = seededRandom('mean')
    const sum = Array.from({ length: 20_000 }, () => random.exponential(60)).reduce((a, b) => a + b)
    expect(sum / 20_000).toBeCloseTo(60, -1)
  })
})
