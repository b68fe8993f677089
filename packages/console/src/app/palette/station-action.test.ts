import { expect, it } from 'vitest'
import { actionIn } from './station-action.ts'

const actions = [
  { id: 'reset', label: 'Neu starten' },
  { id: 'unlock', label: 'Entriegeln' },
] as const

it.each([
  ['ber reset', 'reset', 'ber'],
  ['reset ber', 'reset', 'ber'],
  ['berlin mall entr', 'unlock', 'berlin mall'],
  ['ber neu', 'reset', 'ber'],
])('finds the action of "%s"', (text, id, rest) => {
  expect(actionIn(text, actions)).toMatchObject({ action: { id }, rest })
})

it.each(['reset', 'ber re', 'ber lin'])('finds no action in "%s"', (text) => {
  expect(actionIn(text, actions)).toBeNull()
})
