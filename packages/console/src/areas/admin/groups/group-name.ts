import type { AnswerOf, groupGet } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'

type Group = Pick<AnswerOf<typeof groupGet>, 'code' | 'name'>
type DescribedGroup = Pick<AnswerOf<typeof groupGet>, 'code' | 'description'>

/** As the installation names them; whoever names one otherwise is shown that name. */
const given = {
  administrators: 'Administrators',
  operators: 'Operators',
  drivers: 'Drivers',
  guests: 'Guests',
} as const

const givenAbouts = {
  administrators: 'May do everything',
  operators: 'Run the stations of their account',
  drivers: 'Charge',
  guests: 'May look',
} as const satisfies Record<keyof typeof given, string>

const isGiven = (code: string): code is keyof typeof given => Object.hasOwn(given, code)

/** What a group is called: those that come with the installation in the language of the page. */
export function useGroupName(): (group: Group) => string {
  const t = useTexts('admin')
  return ({ code, name }) => (isGiven(code) && given[code] === name ? t(`groups.names.${code}`) : name)
}

/** What a group is for, likewise. */
export function useGroupAbout(): (group: DescribedGroup) => string | null {
  const t = useTexts('admin')
  return ({ code, description }) =>
    isGiven(code) && givenAbouts[code] === description ? t(`groups.abouts.${code}`) : description
}

/** Of the groups of the installation only administrators are named; who is in the others follows from interfaces. */
export const isJoinable = ({ system, code }: Pick<AnswerOf<typeof groupGet>, 'system' | 'code'>): boolean =>
  !system || code === 'administrators'
