import { refuse } from '../../shared/refusal.ts'

/**
 * Classes whose objects are created by the system, and the root of most of them: messages of stations and the
 * system decide their states, and each has a single type. States and types can be renamed but not added.
 */
const fixed = new Set([
  'record',
  'transaction',
  'reservation',
  'account',
  'command',
  'incident',
  'order',
  'charge',
  'payment',
])
export const isFixed = (classCode: string): boolean => fixed.has(classCode)

export const statesAreFixed = refuse('class.states_fixed', { field: 'class' })
export const transitionsAreFixed = refuse('class.transitions_fixed', { field: 'class' })
export const typesAreFixed = refuse('class.types_fixed', { field: 'class' })
