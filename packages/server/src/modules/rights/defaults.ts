import type { ClassCode } from '@stationmaster/contract'
import type { Verb } from '../../shared/scope.ts'

/** Who somebody is as far as defaults go. */
export interface Person {
  isAdmin: boolean
  isDriver: boolean
  isGuest: boolean
}

const look = 'as'
const change = 'asu'
const work = 'acsud'

const operatorMay: Record<ClassCode, string> = {
  charge_point: work,
  connector: change,
  transaction: change,
  reservation: 'acsu',
  card: work,
  account: look,
  command: 'acsu',
}
const driverMay: Record<ClassCode, string> = {
  charge_point: look,
  connector: look,
  transaction: look,
  reservation: look,
  card: look,
  account: '',
  command: '',
}

/** What the interface opens of a class without any rule; a class that administrators made is closed until allowed. */
export function isOpenByDefault({ isDriver, isGuest }: Person, classCode: string, verb: Verb): boolean {
  const table: Partial<Record<string, string>> = isDriver ? driverMay : operatorMay
  const letters = table[classCode] ?? ''
  return letters.includes(verb) && (isDriver || !isGuest || look.includes(verb))
}
