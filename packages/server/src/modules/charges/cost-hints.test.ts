import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ModuleContext } from '../module.ts'
import { CostHints } from './cost-hints.ts'
import { costAgeMs } from './running-cost.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Hints that write the accounts of each publication instead of sending them. */
function open() {
  const published: string[][] = []
  const closers: (() => unknown)[] = []
  const bus = {
    publish: async (_db: unknown, events: readonly { account: string }[]) =>
      void published.push(events.map(({ account }) => account)),
  }
  const context: Partial<ModuleContext> = {
    bus: bus as unknown as ModuleContext['bus'],
    onClose: (close) => void closers.push(close),
  }
  return {
    hints: new CostHints(context as ModuleContext),
    published,
    close: () => closers.map((close) => close()),
  }
}

test('readings cause one hint per account, after the age at which costs are computed again', () => {
  const { hints, published } = open()
  hints.note('a')
  vi.advanceTimersByTime(costAgeMs - 1)
  expect(published).toEqual([])
  vi.advanceTimersByTime(1)
  expect(published).toEqual([['a']])
  vi.advanceTimersByTime(10 * costAgeMs)
  expect(published).toEqual([['a']])
})

// a page that computed the cost between them keeps it in memory until after the first hint
test('readings after the first ones cause a further hint', () => {
  const { hints, published } = open()
  hints.note('a')
  vi.advanceTimersByTime(costAgeMs / 2)
  hints.note('a')
  hints.note('a')
  hints.note('b')
  vi.advanceTimersByTime(costAgeMs / 2)
  expect(published).toEqual([['a']])
  vi.advanceTimersByTime(costAgeMs - 1)
  expect(published).toEqual([['a']])
  vi.advanceTimersByTime(1)
  expect(published).toEqual([['a'], ['a', 'b']])
  vi.advanceTimersByTime(10 * costAgeMs)
  expect(published).toHaveLength(2)
})

test('a server that closes sends no hint', () => {
  const { hints, published, close } = open()
  hints.note('a')
  close()
  vi.advanceTimersByTime(costAgeMs)
  expect(published).toEqual([])
})
