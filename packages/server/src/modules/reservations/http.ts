import type { AnswerOf, BodyOf, centralReservations, connectorReserveCancel } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { type Commands, findConnector, findOfferedConnector, findOwnCard } from '../commands/index.ts'
import { stationByName } from '../stations/index.ts'
import type { Methods } from '../workflow/index.ts'
import { reservationSource } from './list-store.ts'
import { findActive } from './store.ts'

interface Deps {
  db: Kysely<Database>
  clock: Clock
  commands: Commands
  methods: Methods
}

/** Endpoints of reservations. */
export const reservationsHttp = (deps: Deps) =>
  ({
    reservationList: (viewer, query) => runList(deps.db, reservationSource, viewer, query),
    reservationCount: (viewer, query) => runCount(deps.db, reservationSource, viewer, query),
    centralReservations: async (viewer, body) => {
      const station = await stationByName(deps.db, viewer, body.identity)
      if (isRefusal(station)) return station
      return station ? runList(deps.db, reservationSource, viewer, centralQuery(station.id, body)) : []
    },
    connectorReserve: async (viewer, { id, card, expirydate: expiryDate, volume }, { signal }) => {
      const connector = await findOfferedConnector(deps.db, viewer, id)
      if (isRefusal(connector)) return connector
      const idTag = card ?? (await findOwnCard(deps.db, viewer))
      if (idTag === null) return refuse('card.required', { field: 'card' })
      const payload = { connectorId: connector.connectorNo, idTag, ...(expiryDate && { expiryDate }) }
      return deps.commands.outcome(viewer, {
        station: connector.stationId,
        action: 'ReserveNow',
        payload,
        ...(volume !== undefined && { extra: { volumeWh: volume } }),
        signal,
      })
    },
    connectorReserveCancel: async (viewer, { id }, { signal }) => {
      const connector = await findConnector(deps.db, viewer, id)
      if (!connector) return refuse('connector.not_found', { field: 'id' })
      const active = await findActive(deps.db, viewer, connector, deps.clock.now())
      if (active === null) return refuse('connector.not_reserved', { field: 'id' })
      const methodRequest = { classCode: 'reservation', id: active, method: 'cancel', signal }
      const result = await deps.methods.run(viewer, methodRequest)
      // the handler sends the command to the station and returns the result
      return isRefusal(result) ? result : (result.outcome as AnswerOf<typeof connectorReserveCancel>)
    },
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
