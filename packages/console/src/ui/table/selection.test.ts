import { expect, it } from 'vitest'
import { selectedQuery } from './selection.ts'

const none: ReadonlySet<string> = new Set()
const matching = {
  filter: { state: 'faulted' },
  search: [{ field: 'identity', compare: 'IKE', value: '%a%' }],
} as const
const query = { filter: matching.filter, search: [...matching.search] }

it('the query of selected rows names them, also those of other pages', () => {
  const ids = new Set(['1', '2'])
  expect(selectedQuery({ all: false, ids, except: none }, query)).toEqual({ filter: { id: ['1', '2'] } })
})

it('the query of all that match leaves out the others', () => {
  expect(selectedQuery({ all: true, ids: none, except: new Set(['3']) }, query)).toEqual({
    filter: matching.filter,
    search: [...matching.search, { condition: 'AND', field: 'id', compare: 'NEQ', value: '3' }],
  })
})

it('there is no query for more rows than it can name', () => {
  const many = new Set(Array.from({ length: 1001 }, (_, index) => String(index)))
  expect(selectedQuery({ all: false, ids: many, except: none }, query)).toBeNull()
  expect(selectedQuery({ all: true, ids: none, except: many }, query)).toBeNull()
})
