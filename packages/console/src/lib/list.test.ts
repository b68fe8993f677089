import { describe, expect, it } from 'vitest'
import { sinceSearch, textSearch } from './list.ts'

describe('searches', () => {
  it('finds a text in any column and escapes its wildcards', () => {
    expect(textSearch(' 50%_a ', ['identity', 'label', 'model'])).toEqual([
      { condition: 'AND', field: 'identity', compare: 'IKE', value: '%50\\%\\_a%', lstr: '(' },
      { condition: 'OR', field: 'label', compare: 'IKE', value: '%50\\%\\_a%' },
      { condition: 'OR', field: 'model', compare: 'IKE', value: '%50\\%\\_a%', rstr: ')' },
    ])
    expect(textSearch('  ', ['identity'])).toEqual([])
  })

  it('omits a range without a start', () => {
    expect(sinceSearch('datestart', '')).toEqual([])
    expect(sinceSearch('datestart', '2026-01-01T00:00:00.000Z')).toHaveLength(1)
  })
})
