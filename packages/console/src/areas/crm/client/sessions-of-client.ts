import type { SearchTerm } from '../../../lib/list.ts'

/** Returns the condition for sessions at stations of a client, or with its cards. */
export const sessionsOfClient = (id: string): SearchTerm[] => [
  { condition: 'AND', field: 'client', compare: 'EQL', value: id, lstr: '(' },
  { condition: 'OR', field: 'stationclient', compare: 'EQL', value: id, rstr: ')' },
]
