import { type BodyOf, type stationAction, stationCan } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { queryable } from '../../storage/queryable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { drop, noStation } from './change-station.ts'
import { lockStation, type LockedStation, updateStation } from './edit-store.ts'
import { stationChanged, type StationWebDeps } from './web-deps.ts'

type Action = BodyOf<typeof stationAction>['action']

/** Where an action leads. A station that comes back waits for its own word on how it is. */
const stateAfter: Record<Action, (station: LockedStation) => LockedStation['state']> = {
  disable: () => 'disabled',
  delete: () => 'deleted',
  enable: (station) => (station.booted_at ? 'unavailable' : 'created'),
  restore: (station) => (station.booted_at ? 'unavailable' : 'created'),
}
const closes: Partial<Record<Action, string>> = {
  disable: 'the station was disabled',
  delete: 'the station was deleted',
}

/** Disables, enables, deletes or restores a station. Nothing it has told is lost by it. */
export function actOnStation(
  deps: StationWebDeps,
  viewer: Viewer,
  { id, action }: BodyOf<typeof stationAction>,
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const station = await lockStation(tx, viewer, id)
    if (!station) return noStation
    if (!(stationCan[action] as readonly string[]).includes(station.state))
      return refuse('not-possible', `A station that is ${station.state} cannot be ${done[action]}`, 'action')
    await updateStation(tx, id, { state: stateAfter[action](station) }, deps.clock.now())
    const why = closes[action]
    await deps.bus.publish(queryable(tx), [
      ...stationChanged(station.account_id, id),
      ...(why ? drop(station, why) : []),
    ])
    return null
  })
}

const done: Record<Action, string> = {
  disable: 'disabled',
  enable: 'enabled',
  delete: 'deleted',
  restore: 'restored',
}
