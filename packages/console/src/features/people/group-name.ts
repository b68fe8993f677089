import type { AnswerOf, groupGet } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'

type Group = Pick<AnswerOf<typeof groupGet>, 'code' | 'name'>

/** Built-in names of system groups; a name that differs is shown as it is. */
const builtInNames = {
  administrators: 'Administrators',
  operators: 'Operators',
  drivers: 'Drivers',
  guests: 'Guests',
} as const

export type BuiltInGroup = keyof typeof builtInNames

export const isBuiltIn = (code: string): code is BuiltInGroup => Object.hasOwn(builtInNames, code)

/** Returns a function that names a group: built-in names in the language of the page, others as stored. */
export function useGroupName(): (group: Group) => string {
  const t = useTexts('group-names')
  return ({ code, name }) => (isBuiltIn(code) && builtInNames[code] === name ? t(code) : name)
}
