// Driver: where a driver may charge and at what price, favourite places, starting and stopping with an own card, queues where all
// connectors are taken, and reservations. Not here: the sessions themselves (transactions), their prices (charges), and cards.
import type { Handlers } from '../../shared/handlers.ts'
import type { AccessDecisions } from '../access-rules/index.ts'
import type { Commands } from '../commands/index.ts'
import type { ModuleContext } from '../module.ts'
import { viewerOfUser } from '../identity/index.ts'
import { setFavourite } from './favourites.ts'
import { driverJobs } from './jobs.ts'
import { getPlace, listPlaces } from './places.ts'
import { type PublicAddress, type PublicPage, renderPublicPage } from './public-page.ts'
import { findPublicPlace } from './public-place.ts'
import { publicPlaceIds } from './public-place-store.ts'
import { joinQueue, leaveQueue, moveBackInQueue, ownQueue } from './queue.ts'
import { queueJob } from './queue-job.ts'
import { cancelReservation, createReservation } from './reservation.ts'
import { type EndDeps, shownEnd } from './session-end.ts'
import { shownCharge, startCharge, stopCharge } from './start-charge.ts'

export { type DriverDeps, findConnectors } from './places.ts'
export { chargeState } from './charge-state.ts'
export { estimateMinor } from './estimate.ts'
export { lockEvse, readCharge } from './charge-store.ts'
export { hasOwnStart } from './queue-store.ts'
export { type ConnectorRow, readConnectors } from './place-store.ts'
export { connectorState, evseId } from './connector-state.ts'
export { endAtLimit } from './time-left.ts'
export { visitor, visitorScope } from './public-place.ts'
export { refusalOfConnector, requestStop, sendOnce } from './start-charge.ts'

interface Deps {
  access: AccessDecisions
  commands: Commands
  running: EndDeps['running']
  costsSoFar: (ids: readonly string[]) => Promise<Map<string, number>>
}

export function registerDriver(ctx: ModuleContext, deps: Deps) {
  const all = { ...ctx, ...deps }
  return {
    handlers: {
      driverPlaceList: (viewer, body) => listPlaces(all, viewer, body),
      driverPlaceGet: (viewer, body) => getPlace(all, viewer, body),
      driverFavouriteSet: (viewer, body) => setFavourite(all, viewer, body),
      driverChargeStart: (viewer, body) => startCharge(all, viewer, body),
      driverChargeGet: (viewer, { id }) => shownCharge(all, viewer, id),
      driverChargeStop: (viewer, body, { signal }) => stopCharge(all, viewer, { ...body, signal }),
      driverChargeEnd: (viewer, { session }) => shownEnd(all, viewer, session),
      driverQueueGet: (viewer) => ownQueue(all, viewer),
      driverQueueJoin: (viewer, body) => joinQueue(all, viewer, body),
      driverQueueLeave: (viewer) => leaveQueue(all, viewer),
      driverQueueBack: (viewer) => moveBackInQueue(all, viewer),
      driverReservationCreate: (viewer, body) => createReservation(all, viewer, body),
      driverReservationCancel: (viewer) => cancelReservation(all, viewer),
    } satisfies Handlers,
    jobs: [...driverJobs(all), queueJob({ ...all, viewerOf: viewerOfUser })],
    /** Pages of public places, for visitors and search engines. */
    publicPlaces: {
      ids: (most: number) => publicPlaceIds(ctx.db, most),
      render: async (id: string, about: PublicAddress): Promise<PublicPage | null> => {
        const connectors = await findPublicPlace(ctx, id)
        return connectors.length === 0
          ? null
          : renderPublicPage({ ...about, connectors, at: ctx.clock.now() })
      },
    },
  }
}
