import type { ClassCode } from '@stationmaster/contract'
import type { Verb } from '../../shared/scope.ts'

/** Properties of a user that determine the defaults. */
export interface Person {
  isAdmin: boolean
  isDriver: boolean
  isGuest: boolean
}

const readOnly = 'as'
const change = 'asu'
const work = 'acsud'

const operatorMay: Record<ClassCode, string> = {
  charge_point: work,
  connector: change,
  transaction: change,
  reservation: 'acsu',
  card: work,
  account: readOnly,
  command: 'acsu',
}
const driverMay: Record<ClassCode, string> = {
  charge_point: readOnly,
  connector: readOnly,
  transaction: readOnly,
  reservation: readOnly,
  card: readOnly,
  account: '',
  command: '',
}

/**
 * Returns true if the interface allows it without any rule; nothing is allowed by default for classes added
 * by administrators.
 */
export function isOpenByDefault({ isDriver, isGuest }: Person, classCode: string, verb: Verb): boolean {
  const table: Partial<Record<string, string>> = isDriver ? driverMay : operatorMay
  const letters = table[classCode] ?? ''
  return letters.includes(verb) && (isDriver || !isGuest || readOnly.includes(verb))
}
