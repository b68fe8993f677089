import type { ClassCode, ObjectMethods } from '@stationmaster/contract'
import { type Refusal, refuse } from './refusal.ts'
import type { Scope } from './scope.ts'

type User = Pick<Scope, 'clientId'>

/** Refuses users of a client where only the operator creates or changes objects of a class. */
export const refuseClientUser = (
  { clientId }: User,
  verb: 'create' | 'change',
  classCode: ClassCode,
): Refusal | null => (clientId === null ? null : refuse(`access.cannot_${verb}`, { class: classCode }))

/** Leaves out the methods of an object for users of a client, where only the operator runs them. */
export const hideMethods = <Row extends { methods?: ObjectMethods }>({ clientId }: User, row: Row): Row =>
  clientId === null || !row.methods ? row : { ...row, methods: {} }
