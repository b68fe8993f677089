import type { AnswerOf, groupGet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'

type Group = Pick<AnswerOf<typeof groupGet>, 'code' | 'name'>
type DescribedGroup = Pick<AnswerOf<typeof groupGet>, 'code' | 'description'>

/** Built-in names of system groups; a name that differs is shown as it is. */
const builtInNames = {
  administrators: 'Administrators',
  operators: 'Operators',
  drivers: 'Drivers',
  guests: 'Guests',
} as const

const builtInDescriptions = {
  administrators: 'May do everything',
  operators: 'Run the stations of their account',
  drivers: 'Charge',
  guests: 'May look',
} as const satisfies Record<keyof typeof builtInNames, string>

const isBuiltIn = (code: string): code is keyof typeof builtInNames => Object.hasOwn(builtInNames, code)

/** Returns a function that names a group: built-in names in the language of the page, others as stored. */
export function useGroupName(): (group: Group) => string {
  const t = useTexts('admin')
  return ({ code, name }) =>
    isBuiltIn(code) && builtInNames[code] === name ? t(`groups.names.${code}`) : name
}

/** Returns a function that describes a group in the same way. */
export function useGroupDescription(): (group: DescribedGroup) => string | null {
  const t = useTexts('admin')
  return ({ code, description }) =>
    isBuiltIn(code) && builtInDescriptions[code] === description ? t(`groups.abouts.${code}`) : description
}

/**
 * True if users can be added to the group. Membership of all system groups but administrators follows from
 * the interface.
 */
export const isJoinable = ({ system, code }: Pick<AnswerOf<typeof groupGet>, 'system' | 'code'>): boolean =>
  !system || code === 'administrators'
