/**
 * States of stations and connectors as the console draws them: nine with a colour and an icon of their own,
 * and two that are drawn as unavailable, struck through.
 */
export const displayStates = [
  'available',
  'preparing',
  'charging',
  'suspended',
  'finishing',
  'reserved',
  'unavailable',
  'faulted',
  'offline',
] as const
export type DisplayState = (typeof displayStates)[number]
export type StateName = DisplayState | 'disabled' | 'deleted'

const known: readonly StateName[] = [...displayStates, 'disabled', 'deleted']

/**
 * Returns the drawn state of a state code of the API (`suspendedev` is drawn as suspended, `created` as
 * unavailable).
 */
export function stateOf(code: string): StateName {
  if (code.startsWith('suspended')) return 'suspended'
  return known.find((state) => state === code) ?? 'unavailable'
}

/** Text key of a state's name; for connectors the name says which side suspended. */
export type StateWord = StateName | 'suspendedev' | 'suspendedevse' | 'created' | 'enabled'
export const stateWordNames: readonly StateWord[] = [
  ...known,
  'suspendedev',
  'suspendedevse',
  'created',
  'enabled',
]
export const stateWordKey = (code: string) =>
  `states.${stateWordNames.find((word) => word === code) ?? stateOf(code)}` as const
