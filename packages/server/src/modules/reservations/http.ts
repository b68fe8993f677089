import type { BodyOf, centralReservations } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount } from '../../storage/list/list-query.ts'
import { withoutIdentity } from '../../storage/list/without-identity.ts'
import { type Commands, runOnConnector } from '../commands/index.ts'
import { stationByName } from '../stations/index.ts'
import type { Methods } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import { reservationSource } from './list-store.ts'
import { cancelReservation } from './reserve-connector.ts'

interface Deps extends Pick<ModuleContext, 'db' | 'clock'> {
  commands: Commands
  methods: Methods
}

const reservationsOf = (viewer: Viewer) => ({
  classCode: 'reservation',
  source: withoutIdentity(reservationSource, viewer),
})

/** Endpoints of reservations. */
export const reservationsHttp = (deps: Deps) =>
  ({
    reservationList: (viewer, query) => deps.methods.list(viewer, reservationsOf(viewer), query),
    reservationCount: (viewer, query) =>
      runCount({ db: deps.db, ...reservationsOf(viewer), scope: viewer }, query),
    centralReservations: async (viewer, body) => {
      const station = await stationByName(deps.db, viewer, body.identity)
      if (isRefusal(station)) return station
      return station ? deps.methods.list(viewer, reservationsOf(viewer), centralQuery(station.id, body)) : []
    },
    connectorReserve: (viewer, { id, ...params }, { signal }) =>
      runOnConnector(deps.methods, viewer, { id, method: 'reserve', params, signal }),
    connectorReserveCancel: (viewer, body, { signal }) =>
      cancelReservation(deps, viewer, { ...body, signal }),
    reservationMethod: (viewer, { id }) => deps.methods.offers(viewer, 'reservation', id),
  }) satisfies Handlers

/** Converts the simple query for one station to a list query. */
function centralQuery(stationid: string, body: BodyOf<typeof centralReservations>) {
  const { dateFrom, dateTo, activeOnly } = body
  return {
    filter: { stationid, ...(activeOnly && { statecode: 'active' }) },
    search: [
      ...(dateFrom ? [{ field: 'datestart', compare: 'GEQ' as const, value: dateFrom }] : []),
      ...(dateTo ? [{ field: 'datestart', compare: 'LEQ' as const, value: dateTo }] : []),
    ],
    orderby: ['datestart DESC'],
    reclimit: 5000,
  }
}
