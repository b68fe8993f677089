import { type AnswerOf, workflowClassGet, workflowClassList } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'

/** A class with all its parts, as the workflow editor shows it. */
export type ClassModel = AnswerOf<typeof workflowClassGet>
export type ClassRow = ClassModel['class']
export type State = ClassModel['states'][number]
export type Method = ClassModel['methods'][number]
export type Transition = ClassModel['transitions'][number]
export type ClassEvent = ClassModel['events'][number]
export type ObjectType = ClassModel['types'][number]

/** Fields that all rows of a class share. */
export interface OwnRow {
  id: string
  classcode: string
  inherited: boolean
  system: boolean
  version_no: number
}

export const useClasses = () => useEndpoint(workflowClassList, {})
export const useClass = (code: string) => useEndpoint(workflowClassGet, { id: code })

/**
 * Returns a code made of a name: small letters, digits and `_`, beginning with a letter. Empty if nothing is
 * left.
 */
export const codeOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 60)
