import type { Hint } from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { HintHistory } from './hint-history.ts'

const hint = (id: string): Hint => ({ kind: 'card.changed', ids: [id] })

test('returns the hints since a time, joined per account', () => {
  const history = new HintHistory(0)
  history.add(1_000, [['a', [hint('1')]]])
  history.add(2_000, [
    ['a', [hint('2')]],
    ['b', [hint('3')]],
  ])
  history.add(3_000, [['a', [hint('4')]]])
  expect(history.since(2_000)).toEqual(
    new Map([
      ['a', [{ kind: 'card.changed', ids: ['2', '4'] }]],
      ['b', [hint('3')]],
    ]),
  )
  expect(history.since(3_500)).toEqual(new Map())
})

test('has no complete answer for the time before its start, or before hints were missed', () => {
  const history = new HintHistory(100)
  expect(history.since(99)).toBe(null)
  expect(history.since(101)).toEqual(new Map())
  history.add(200, [['a', [hint('1')]]])
  history.clear(300)
  expect(history.since(250)).toBe(null)
  expect(history.size).toBe(0)
})

// Proves L350
test('keeps hints of a minute, and at most 5,000', () => {
  const history = new HintHistory(0)
  history.add(1_000, [['a', [hint('1')]]])
  history.add(61_001, [['a', [hint('2')]]])
  expect(history.size).toBe(1)
  expect(history.since(1_000)).toBe(null)
  expect(history.since(1_001)).toEqual(new Map([['a', [hint('2')]]]))
  for (let batch = 0; batch < 100; batch += 1)
    history.add(61_002 + batch, [['a', Array.from({ length: 99 }, (_, n) => hint(`${batch}/${n}`))]])
  expect(history.size).toBeLessThanOrEqual(5_000)
  expect(history.size).toBeGreaterThan(4_900)
  expect(history.since(61_001)).toBe(null)
  expect(history.since(61_101)).not.toBe(null)
})
