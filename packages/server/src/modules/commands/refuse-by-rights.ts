import type { SystemAction16 } from '@stationmaster/ocpp/v16'
import type { Kysely } from 'kysely'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { objectsOfCommand } from './connector-store.ts'
import type { Addressee, Asker } from './effects.ts'
import type { Payload } from './payload.ts'

/** Method of the object that a command acts on. */
const methodOfAction: Partial<Record<SystemAction16, { classCode: string; method: string }>> = {
  RemoteStartTransaction: { classCode: 'connector', method: 'start' },
  RemoteStopTransaction: { classCode: 'connector', method: 'stop' },
  ReserveNow: { classCode: 'connector', method: 'reserve' },
  CancelReservation: { classCode: 'reservation', method: 'cancel' },
}

/**
 * Refuses a command whose method the user may not run, for every way to send it: by the method, by the
 * connector, as a command, or by the OCPP tools. Commands of the system itself are not limited.
 */
export async function refusalByRights(
  db: Kysely<Database>,
  asker: Asker,
  action: SystemAction16,
  stations: readonly Addressee[],
  payloads: readonly Payload[],
): Promise<Refusal | null> {
  const known = methodOfAction[action]
  const { rights } = asker
  if (!known || !rights) return null
  const { classCode, method } = known
  const refusal = refuse('method.forbidden', { method, class: classCode })
  if (!rights.mayMethod(classCode, method, 'e')) return refusal
  for (const [index, { id }] of stations.entries()) {
    const payload = payloads[payloads.length === 1 ? 0 : index]!
    for (const object of await objectsOfCommand(db, action, id, payload))
      if (!rights.mayMethod(classCode, method, 'e', { id: object })) return refusal
  }
  return null
}
