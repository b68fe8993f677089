import { type DisplayState, displayStates } from '../../ui/state/state-names.ts'

/** What the map knows of a station: a row of `/charge_point/map`. */
export interface MapStation {
  readonly id: string
  readonly identity: string
  readonly label: string | null
  readonly displaystate: DisplayState
  readonly lat: number
  readonly lng: number
}

/** Degrees west, south, east, north. */
export type Box = [west: number, south: number, east: number, north: number]

/**
 * Stations as points for the map. Each carries the index of its state, not its word: clusters count by it, and a
 * small number is quicker to compare in twenty thousand points.
 */
export function asPoints(stations: readonly MapStation[]): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: 'FeatureCollection',
    features: stations.map(({ id, displaystate, lat, lng }) => ({
      type: 'Feature',
      properties: { id, state: displayStates.indexOf(displaystate) },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  }
}

/**
 * Whether two lists put the same pins on the map. Clustering starts anew with every change of the data, so a
 * refetched list that says nothing new must not reach the map.
 */
export function isSamePicture(before: readonly MapStation[], after: readonly MapStation[]): boolean {
  return (
    before === after ||
    (before.length === after.length &&
      before.every((station, index) => {
        const other = after[index]!
        return (
          station.id === other.id &&
          station.displaystate === other.displaystate &&
          station.lat === other.lat &&
          station.lng === other.lng
        )
      }))
  )
}

/** The smallest box around all stations; null without any. Stations on both sides of the date line give a wide box. */
export function boxAround(stations: readonly { lat: number; lng: number }[]): Box | null {
  if (stations.length === 0) return null
  const box: Box = [180, 90, -180, -90]
  for (const { lat, lng } of stations) {
    box[0] = Math.min(box[0], lng)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lng)
    box[3] = Math.max(box[3], lat)
  }
  return box
}

const radians = Math.PI / 180

/** Great-circle distance in metres. */
export function distance(from: { lat: number; lng: number }, to: { lat: number; lng: number }): number {
  const half =
    Math.sin(((to.lat - from.lat) * radians) / 2) ** 2 +
    Math.cos(from.lat * radians) *
      Math.cos(to.lat * radians) *
      Math.sin(((to.lng - from.lng) * radians) / 2) ** 2
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** The stations inside a box, the nearest to its centre first. East may lie beyond 180 degrees. */
export function stationsWithin(
  stations: readonly MapStation[],
  [west, south, east, north]: Box,
  centre: { lat: number; lng: number },
): MapStation[] {
  const isWithin = (lng: number): boolean => [lng - 360, lng, lng + 360].some((x) => x >= west && x <= east)
  return stations
    .filter(({ lat, lng }) => lat >= south && lat <= north && isWithin(lng))
    .map((station) => ({ station, away: distance(centre, station) }))
    .sort((left, right) => left.away - right.away)
    .map(({ station }) => station)
}
