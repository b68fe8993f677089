import { isRefusal } from '../../shared/refusal.ts'
import { type Asker, type Commands, systemAsker } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { cancellations, claimReservations, removeCancellation } from './queue-store.ts'

export interface RequestDeps extends Pick<ModuleContext, 'db' | 'clock' | 'log'> {
  commands: Commands
}

/** Methods of connectors are not for drivers: this module decides what they may reserve and cancel. */
const askerFor = (accountId: string, userId: string | null): Asker => ({ ...systemAsker(accountId), userId })

/** Asks the stations to reserve the connectors of turns and of reservations of drivers. */
export async function sendReservations({ db, clock, commands, log }: RequestDeps): Promise<void> {
  for (const { runId, accountId, userId, stationId, evseNo, idTag, until } of await claimReservations(
    db,
    clock.now(),
  )) {
    const run = await commands.send(askerFor(accountId, userId), {
      stations: [stationId],
      action: 'ReserveNow',
      payload: { connectorId: evseNo, idTag, expiryDate: until.toISOString() },
      runId,
    })
    if (isRefusal(run))
      log.warn({ station: stationId, code: run.code }, 'driver: a connector cannot be reserved')
  }
}

/** Asks the stations to cancel reservations that are no longer needed; one without an answer ends with its expiry. */
export async function sendCancellations({ db, clock, commands, log }: RequestDeps): Promise<void> {
  for (const { runId, accountId, userId, stationId, number } of await cancellations(db, clock.now())) {
    if (stationId !== null && number !== null) {
      const run = await commands.send(askerFor(accountId, userId), {
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
