import type { AnswerOf, groupGet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'

type Group = Pick<AnswerOf<typeof groupGet>, 'code' | 'name' | 'system'>

/** As the installation names them; whoever names one otherwise is shown that name. */
const given = {
  administrators: 'Administrators',
  operators: 'Operators',
  drivers: 'Drivers',
  guests: 'Guests',
} as const

const isGiven = (code: string): code is keyof typeof given => Object.hasOwn(given, code)

/** What a group is called: those that come with the installation in the language of the page. */
export function useGroupName(): (group: Group) => string {
  const t = useTexts('admin')
  return ({ code, name, system }) =>
    system && isGiven(code) && given[code] === name ? t(`groups.names.${code}`) : name
}
