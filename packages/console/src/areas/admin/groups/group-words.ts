import type { AnswerOf, groupGet } from '@stationmaster/contract'
import { type BuiltInGroup, isBuiltIn } from '../../../features/people/group-name.ts'
import { useTexts } from '../../../lib/texts.ts'

type DescribedGroup = Pick<AnswerOf<typeof groupGet>, 'code' | 'description'>

/** Built-in descriptions of system groups; one that differs is shown as it is. */
const builtInDescriptions = {
  administrators: 'May do everything',
  operators: 'Run the stations of their account',
  drivers: 'Charge',
  guests: 'May look',
} as const satisfies Record<BuiltInGroup, string>

/** Returns a function that describes a group: built-in descriptions in the language of the page, others as stored. */
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
