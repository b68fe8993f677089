import { type AnswerOf, workflowClassGet, workflowClassList } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../lib/query.ts'

/** A class with all it has, as the constructor shows it. */
export type ClassWhole = AnswerOf<typeof workflowClassGet>
export type ClassRow = ClassWhole['class']
export type State = ClassWhole['states'][number]
export type Method = ClassWhole['methods'][number]
export type Transition = ClassWhole['transitions'][number]
export type ClassEvent = ClassWhole['events'][number]
export type ObjectType = ClassWhole['types'][number]

/** What the rows of a class have in common. */
export interface OwnRow {
  id: string
  classcode: string
  inherited: boolean
  system: boolean
  version_no: number
}

export const useClasses = () => useQuery(ask(workflowClassList, {}))
export const useClass = (code: string) => useQuery(ask(workflowClassGet, { id: code }))

/** A code made of a name: small letters, digits and `_`, beginning with a letter. Empty where nothing is left. */
export const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 60)
