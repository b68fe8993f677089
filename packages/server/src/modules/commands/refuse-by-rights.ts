import type { SystemAction16 } from '@stationmaster/ocpp/v16'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { MethodName } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { objectsOfCommand } from './connector-store.ts'
import type { Addressee, Asker } from './effects.ts'
import type { Payload } from './payload.ts'

/** Method of the object that a command acts on. */
const methodOfAction: Partial<Record<SystemAction16, MethodName>> = {
  RemoteStartTransaction: { classCode: 'connector', methodCode: 'start' },
  RemoteStopTransaction: { classCode: 'connector', methodCode: 'stop' },
  ReserveNow: { classCode: 'connector', methodCode: 'reserve' },
  CancelReservation: { classCode: 'reservation', methodCode: 'cancel' },
}

/**
 * Refuses a command whose method the user may not run, for every way to send it: by the method, by the
 * connector, as a command, or by the OCPP tools. Commands of the system itself are not limited.
 */
export async function refusalByRights(
  db: Db,
  asker: Asker,
  {
    action,
    stations,
    payloads,
  }: { action: SystemAction16; stations: readonly Addressee[]; payloads: readonly Payload[] },
): Promise<Refusal | null> {
  const known = methodOfAction[action]
  const { rights } = asker
  if (!known || !rights) return null
  const { classCode, methodCode } = known
  const refusal = refuse('method.forbidden', { method: methodCode, class: classCode })
  if (!rights.mayMethod(known, 'e')) return refusal
  for (const [index, { id }] of stations.entries()) {
    const payload = payloads[payloads.length === 1 ? 0 : index]!
    for (const object of await objectsOfCommand(db, id, { action, payload }))
      if (!rights.mayMethod({ ...known, object: { id: object } }, 'e')) return refusal
  }
  return null
}
