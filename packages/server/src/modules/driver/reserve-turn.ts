import { isRefusal } from '../../shared/refusal.ts'
import { type Commands, systemAsker } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { cancellations, claimReservations, removeCancellation } from './queue-store.ts'

export interface RequestDeps extends Pick<ModuleContext, 'db' | 'clock' | 'log'> {
  commands: Commands
}

/** Asks the stations to reserve the connectors of turns, as the system: drivers have no right to reserve connectors. */
export async function sendReservations({ db, clock, commands, log }: RequestDeps): Promise<void> {
  for (const { runId, accountId, stationId, evseNo, idTag, until } of await claimReservations(
    db,
    clock.now(),
  )) {
    const run = await commands.send(systemAsker(accountId), {
      stations: [stationId],
      action: 'ReserveNow',
      payload: { connectorId: evseNo, idTag, expiryDate: until.toISOString() },
      runId,
    })
    if (isRefusal(run)) log.warn({ station: stationId, code: run.code }, 'driver: a turn cannot be reserved')
  }
}

/** Asks the stations to cancel reservations of turns that ended; one without an answer ends with its expiry. */
export async function sendCancellations({ db, clock, commands, log }: RequestDeps): Promise<void> {
  for (const { runId, accountId, stationId, number } of await cancellations(db, clock.now())) {
    if (stationId !== null && number !== null) {
      const run = await commands.send(systemAsker(accountId), {
        stations: [stationId],
        action: 'CancelReservation',
        payload: { reservationId: number },
      })
      if (isRefusal(run))
        log.warn({ station: stationId, code: run.code }, 'driver: a reservation cannot be cancelled')
    }
    await removeCancellation(db, runId)
  }
}
