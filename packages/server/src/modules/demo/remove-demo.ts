import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type DemoDeps, removeFleet } from './fleet-file.ts'
import { closeDemoStations, connectedDemo, deleteDemo, whileDemoLocked } from './store.ts'

const disconnectMs = 3_000

/**
 * Removes everything that is marked as demo. Its stations are deleted first and get a moment to disconnect,
 * so that their last messages do not store data after the removal.
 */
export async function removeDemo(
  deps: DemoDeps,
  viewer: Viewer,
): Promise<{ result: boolean; stations: number }> {
  const closed = await inTransaction(deps.db, async (tx) => {
    const stations = await closeDemoStations(tx, deps.clock.now())
    await deps.bus.publish(
      tx,
      stations.map(({ id: station }) => ({
        kind: 'station.drop' as const,
        station,
        why: 'the demo was removed',
      })),
    )
    return stations
  })
  await removeFleet(deps.fleetPath)
  const until = deps.clock.monotonicMs() + disconnectMs
  while ((await connectedDemo(deps.db)) > 0 && deps.clock.monotonicMs() < until) await pause(50)
  await whileDemoLocked(deps.db, async (tx) => {
    await deleteDemo(tx)
    await recordChange(tx, viewer, {
      accountId: null,
      classCode: 'demo',
      objectId: null,
      label: 'demo',
      action: 'delete',
      before: { stations: closed.length },
    })
    const accounts = [...new Set(closed.map((station) => station.account_id))]
    await deps.bus.publish(
      tx,
      accounts.flatMap((account) =>
        (
          [
            'station.changed',
            'card.changed',
            'client.changed',
            'site.changed',
            'tariff.changed',
            'seller.changed',
            'invoice.changed',
            'transaction.changed',
            'unmatched.changed',
          ] as const
        ).map((kind) => ({
          kind: 'hint' as const,
          account,
          hint: { kind },
        })),
      ),
    )
  })
  return { result: true, stations: closed.length }
}
