import type { ModuleContext } from '../module.ts'

/** Sends the hint that a start used a reservation; the use itself was stored with the start. */
export const publishReservationUsed = (
  deps: Pick<ModuleContext, 'db' | 'bus'>,
  use: { stationId: string; accountId: string },
): Promise<void> =>
  deps.bus.publish(deps.db, [
    { kind: 'hint', account: use.accountId, hint: { kind: 'reservation.changed', station: use.stationId } },
  ])
