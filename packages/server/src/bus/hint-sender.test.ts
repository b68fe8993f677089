import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../shared/log.ts'
import type { QueryBuilder } from '../shared/queryable.ts'
import type { Bus } from './bus.ts'
import type { BusEvent } from './events.ts'
import { HintSender, maxCollected } from './hint-sender.ts'

const account = 'account'
const published: (readonly BusEvent[])[] = []
let isAway = false
let sender: HintSender

const publish: Bus['publish'] = async (_on, events) => {
  if (isAway) throw new Error('the database is away')
  published.push(events)
}

beforeEach(() => {
  vi.useFakeTimers()
  published.length = 0
  isAway = false
  // the bus above takes no connection
  sender = new HintSender({
    bus: { publish, sendHints: publish },
    db: {} as QueryBuilder,
    log: createLog('silent'),
  })
})
afterEach(() => void vi.useRealTimers())

const change = (station: string, id: string) =>
  sender.add(account, { kind: 'connector.changed', station, ids: [id] })
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('joins the hints of several batches into one notification', async () => {
  change('a', '1')
  await wait(20)
  change('a', '2')
  change('b', '1')
  await wait(100)
  expect(published).toEqual([
    [
      { kind: 'hint', account, hint: { kind: 'connector.changed', station: 'a', ids: ['1', '2'] } },
      { kind: 'hint', account, hint: { kind: 'connector.changed', station: 'b', ids: ['1'] } },
    ],
  ])
  change('a', '3')
  await wait(100)
  expect(published).toHaveLength(2)
})

test('lets every process fetch again after hints were lost, once the database answers', async () => {
  isAway = true
  change('a', '1')
  await wait(5_000)
  expect(published).toEqual([])
  isAway = false
  await wait(5_000)
  expect(published).toEqual([[{ kind: 'bus.gap' }]])
  change('a', '2')
  await wait(100)
  expect(published).toHaveLength(2)
})

// Proves L390
test('collects a limited number of hints', async () => {
  for (let n = 0; n <= maxCollected; n++) change(String(n), '1')
  await wait(5_000)
  expect(published).toEqual([[{ kind: 'bus.gap' }]])
})

test('sends what it has collected when it is closed', async () => {
  change('a', '1')
  await sender.close()
  expect(published).toHaveLength(1)
  change('a', '2')
  await wait(5_000)
  expect(published).toHaveLength(1)
})
