import { describe, expect, it } from 'vitest'
import { textSearch } from './list.ts'

describe('searches', () => {
  it('finds a text in any column and escapes its wildcards', () => {
    expect(textSearch(' 50%_a ', ['identity', 'label', 'model'])).toEqual([
      { condition: 'AND', field: 'identity', compare: 'IKE', value: '%50\\%\\_a%', lstr: '(' },
      { condition: 'OR', field: 'label', compare: 'IKE', value: '%50\\%\\_a%' },
      { condition: 'OR', field: 'model', compare: 'IKE', value: '%50\\%\\_a%', rstr: ')' },
    ])
    expect(textSearch('  ', ['identity'])).toEqual([])
  })
})
