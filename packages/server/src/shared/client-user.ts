import type { ClassCode, ObjectMethods } from '@stationmaster/contract'
import { type Refusal, refuse } from './refusal.ts'
import type { Scope, Viewer } from './scope.ts'

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

/**
 * Returns a user of a client as one who sees what belongs to the client, for its money: drivers otherwise see their own
 * objects only. The guard has checked the right on the class. Throws if the viewer belongs to no client.
 */
export function asClientUser(viewer: Viewer): Viewer & { clientId: string } {
  const { clientId, exceptions } = viewer
  if (clientId === null) throw new Error('the viewer belongs to no client')
  return {
    ...viewer,
    clientId,
    isDriver: false,
    // the class of clients is closed to drivers, but not their own client
    ...(exceptions && { exceptions: (code: string) => (code === 'client' ? null : exceptions(code)) }),
  }
}
