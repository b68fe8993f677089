import { expect, test } from 'vitest'
import { HintGatherer } from './gather-hints.ts'

test('joins hints of one kind and station into one with all ids', () => {
  const gatherer = new HintGatherer()
  gatherer.add({ kind: 'connector.changed', station: 's', ids: ['a'] })
  gatherer.add({ kind: 'connector.changed', station: 's', ids: ['b', 'a'] })
  gatherer.add({ kind: 'connector.changed', station: 't', ids: ['c'] })
  gatherer.add({ kind: 'card.changed' })
  expect(gatherer.take()).toEqual([
    { kind: 'connector.changed', station: 's', ids: ['a', 'b'] },
    { kind: 'connector.changed', station: 't', ids: ['c'] },
    { kind: 'card.changed' },
  ])
  expect(gatherer.take()).toEqual([])
})

test('more than fifty ids, or a hint without any, count as many', () => {
  const gatherer = new HintGatherer()
  for (let n = 0; n < 51; n++) gatherer.add({ kind: 'command.changed', ids: [String(n)] })
  gatherer.add({ kind: 'card.changed', ids: ['a'] })
  gatherer.add({ kind: 'card.changed' })
  gatherer.add({ kind: 'card.changed', ids: ['b'] })
  expect(gatherer.take()).toEqual([{ kind: 'command.changed' }, { kind: 'card.changed' }])
})
