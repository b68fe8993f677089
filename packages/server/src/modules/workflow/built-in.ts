import { type Refusal, refuseInWords, refuseAs } from '../../shared/refusal.ts'

/**
 * Classes whose objects are created by the system, and the root of most of them: messages of stations and the
 * system decide their states, and each has a single type. States and types can be renamed but not added.
 */
const fixed = new Set(['record', 'transaction', 'reservation', 'account', 'command'])
export const isFixed = (classCode: string): boolean => fixed.has(classCode)

const fixedRefusal = (what: string): Refusal =>
  refuseAs(
    'object.built_in',
    refuseInWords(
      'not-possible',
      `The objects of this class are written down by the system: ${what} can be named anew, none added`,
      'class',
    ),
  )
export const statesAreFixed = fixedRefusal('what happens to them decides their states, which')
export const transitionsAreFixed = fixedRefusal('what happens to them leads from state to state; methods')
export const typesAreFixed = fixedRefusal('their types')
