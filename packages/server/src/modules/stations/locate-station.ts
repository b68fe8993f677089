import type { AnswerOf, BodyOf, geolocation, geolocationSet } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runGet } from '../../storage/list/list-query.ts'
import { changeStation, stationNotFound } from './change-station.ts'
import { stationSource } from './station-list-store.ts'
import type { StationWebDeps } from './web-deps.ts'

type Place = AnswerOf<typeof geolocation>

/** Returns the location of a station. */
export async function stationPlace(
  deps: StationWebDeps,
  viewer: Viewer,
  id: string,
): Promise<Place | Refusal> {
  const station = await runGet(deps.db, stationSource, viewer, { id }, ['id', 'lat', 'lng', 'address'])
  if (isRefusal(station)) return station
  return station ? { id, lat: station.lat, lng: station.lng, address: station.address } : stationNotFound
}

/** Sets the location of a station; refuses a latitude without a longitude. */
export async function placeStation(
  deps: StationWebDeps,
  viewer: Viewer,
  body: BodyOf<typeof geolocationSet>,
): Promise<Place | Refusal> {
  const { id, lat, lng, address } = body
  if ((lat === null) !== (lng === null))
    return refuse('station.coordinates_incomplete', { field: lat === null ? 'lat' : 'lng' })
  const refusal = await changeStation(deps, viewer, id, { id, lat, lng, address })
  return refusal ?? stationPlace(deps, viewer, id)
}
