import { type BodyOf, type connectorGet, maxOnMap, type stationSet } from '@stationmaster/contract'
import type { Handlers, WebRequest } from '../../shared/handlers.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { accountLink, stationLink, stationOrigin } from '../../shared/station-address.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import { addStation } from './add-station.ts'
import { gatherCells } from './cell-store.ts'
import { changeConnector, removeConnector } from './change-connector.ts'
import { changeStation, stationNotFound, stationPlace } from './change-station.ts'
import { connectorSource } from './connector-list-store.ts'
import {
  accountCode,
  accountCodeOfStation,
  isStationVisible,
  stationConfiguration,
  stationDeviations,
} from './edit-store.ts'
import { disconnectStation, lowerProfile, openStation, renewStationKey } from './station-access.ts'
import { stationKeyHex } from './station-key.ts'
import { securityEventSource } from './security-event-store.ts'
import { mapSource, placeFields, type StationShown, stationSource } from './station-list-store.ts'
import { stationByName } from './name-store.ts'
import { countGroups } from './group-count-store.ts'
import { countStates } from './state-count-store.ts'
import { setOutOfService } from './out-of-service.ts'
import type { StationWebDeps } from './web-deps.ts'

const stations = { classCode: 'charge_point', source: stationSource }
const connectors = { classCode: 'connector', source: connectorSource }

/** Endpoints of stations: lists, edits, keys and reported data. */
export const stationsHttp = (deps: StationWebDeps) =>
  ({
    stationList: (viewer, query) => deps.methods.list(viewer, stations, query),
    stationCount: (viewer, query) => runCount({ db: deps.db, source: stationSource, scope: viewer }, query),
    stationStatesCount: (viewer, query) => countStates(deps.db, viewer, query),
    stationGroups: (viewer, query) => countGroups(deps.db, viewer, query),
    stationMap: (viewer, query) =>
      runList(
        { db: deps.db, source: mapSource, scope: viewer },
        { ...query, fields: query.fields ?? [...placeFields], reclimit: query.reclimit ?? maxOnMap },
      ),
    stationCells: (viewer, query) => gatherCells(deps.db, viewer, query),
    stationGet: async (viewer, { id, identity, fields }) => {
      if ((id === undefined) === (identity === undefined))
        return refuse('value.either', { first: 'id', second: 'identity', field: 'id' })
      const named = id === undefined ? await stationByName(deps.db, viewer, identity!) : { id }
      if (isRefusal(named)) return named
      return (
        (named && (await deps.methods.get(viewer, { ...stations, fields }, { id: named.id }))) ??
        stationNotFound
      )
    },
    stationSet: (viewer, body, request) => setStation(deps, viewer, { body, request }),
    stationAction: async (viewer, { id, action }) => {
      const ran = await deps.methods.run(viewer, { classCode: 'charge_point', id, method: action })
      return isRefusal(ran) ? ran : shown(deps, viewer, id)
    },
    stationService: async (viewer, body) =>
      (await setOutOfService(deps, viewer, body)) ?? shown(deps, viewer, body.id),
    stationMethod: (viewer, { id }) => deps.methods.offers(viewer, 'charge_point', id),
    connectorMethod: (viewer, { id }) => deps.methods.offers(viewer, 'connector', id),
    stationKey: async (viewer, { id }, request) => {
      const renewed = await renewStationKey(deps, viewer, id)
      if (isRefusal(renewed)) return renewed
      const { account_code: account, identity } = renewed.station
      const keys = { key: renewed.key, keyhex: stationKeyHex(renewed.key) }
      return { ...keys, ...linksOf(deps, request, { account, identity }), identity }
    },
    stationOpen: async (viewer, body) =>
      (await openStation(deps, viewer, body)) ?? shown(deps, viewer, body.id),
    stationLowerProfile: async (viewer, body) =>
      (await lowerProfile(deps, viewer, body)) ?? shown(deps, viewer, body.id),
    stationDisconnect: async (viewer, { id }) =>
      (await disconnectStation(deps, viewer, id)) ?? { result: true },
    securityEventList: (viewer, query) =>
      runList({ db: deps.db, source: securityEventSource, scope: viewer }, query),
    securityEventCount: (viewer, query) =>
      runCount({ db: deps.db, source: securityEventSource, scope: viewer }, query),
    stationLink: (viewer, { id }, request) => linkFor(deps, viewer, { id, request }),
    connectorType: async (_viewer, { fields }) => deps.methods.types('connector', fields),
    stationType: async (_viewer, { fields }) => deps.methods.types('charge_point', fields),
    stationConfiguration: (viewer, { id }) => configuration(deps, viewer, id),
    stationDeviations: (viewer, { id }) => deviations(deps, viewer, id),
    connectorList: (viewer, query) => deps.methods.list(viewer, connectors, query),
    connectorGet: (viewer, body) => shownConnector(deps, viewer, body),
    connectorSet: async (viewer, body) =>
      deps.methods.typeRefusal('connector', body.typecode) ??
      (await changeConnector(deps, viewer, body)) ??
      shownConnector(deps, viewer, { id: body.id }),
    connectorRemove: async (viewer, { id }) => (await removeConnector(deps, viewer, id)) ?? { result: true },
    geolocation: (viewer, { id }) => stationPlace(deps, viewer, id),
    geolocationSet: async (viewer, body) =>
      (await changeStation(deps, viewer, body)) ?? stationPlace(deps, viewer, body.id),
  }) satisfies Handlers

const shown = async (
  { methods }: StationWebDeps,
  viewer: Viewer,
  id: string,
): Promise<StationShown | Refusal> => (await methods.get(viewer, stations, { id })) ?? stationNotFound

const shownConnector = async (
  { methods }: StationWebDeps,
  viewer: Viewer,
  { id, fields }: BodyOf<typeof connectorGet>,
) => (await methods.get(viewer, { ...connectors, fields }, { id })) ?? refuse('connector.not_found')

async function setStation(
  deps: StationWebDeps,
  viewer: Viewer,
  { body, request }: { body: BodyOf<typeof stationSet>; request: WebRequest },
) {
  const unfit = deps.methods.typeRefusal('charge_point', body.typecode)
  if (unfit) return unfit
  const added = body.id === null ? await addStation(deps, viewer, body) : null
  if (isRefusal(added)) return added
  const { id } = body
  const refusal = id === null ? null : await changeStation(deps, viewer, { ...body, id })
  if (refusal) return refusal
  const station = await shown(deps, viewer, added?.id ?? body.id!)
  if (isRefusal(station)) return station
  const account = await accountCodeOfStation(deps.db, station.id)
  const key = added?.key ?? null
  const keyhex = key === null ? null : stationKeyHex(key)
  return { station, key, keyhex, ...linksOf(deps, request, { account, identity: station.identity }) }
}

/** Returns the addresses under which a station connects: `link` ends in its identity, `base` does not. */
function linksOf(
  deps: StationWebDeps,
  request: WebRequest,
  { account, identity }: { account: string; identity: string },
) {
  const origin = stationOrigin(deps.config, request.origin)
  return { link: stationLink(origin, account, identity), base: accountLink(origin, account) }
}

async function linkFor(
  deps: StationWebDeps,
  viewer: Viewer,
  { id, request }: { id: string | undefined; request: WebRequest },
) {
  if (id === undefined) {
    const account = await accountCode(deps.db, viewer.accountId)
    const base = accountLink(stationOrigin(deps.config, request.origin), account)
    return { link: base, base, account }
  }
  const station = await shown(deps, viewer, id)
  if (isRefusal(station)) return station
  const account = await accountCodeOfStation(deps.db, station.id)
  return { ...linksOf(deps, request, { account, identity: station.identity }), account }
}

async function configuration(deps: StationWebDeps, viewer: Viewer, id: string) {
  if (!(await isStationVisible(deps.db, viewer, id))) return stationNotFound
  const rows = await stationConfiguration(deps.db, viewer, id)
  return rows.map(({ key, value, is_readonly: readonly, updated_at: updated }) => ({
    key,
    value,
    readonly,
    updated: updated.toISOString(),
  }))
}

async function deviations(deps: StationWebDeps, viewer: Viewer, id: string) {
  if (!(await isStationVisible(deps.db, viewer, id))) return stationNotFound
  const rows = await stationDeviations(deps.db, viewer, id)
  return rows.map(({ rule, count, last_at: last, sample }) => ({
    rule,
    count,
    last: last.toISOString(),
    sample,
  }))
}
