import { displayStates, stateOf } from '../../ui/state/state-names.ts'
import { countOf } from './donut.ts'

/** A station on the map: a row of `/charge_point/map`. */
export interface MapStation {
  readonly id: string
  readonly identity: string
  readonly label: string | null
  readonly displaystate: string
  readonly lat: number
  readonly lng: number
}

/** Stations that the server has clustered: a row of the response of `/charge_point/cells`. */
export interface MapCell {
  readonly lat: number
  readonly lng: number
  /** Number of stations in each state, in the order of the states. */
  readonly states: readonly number[]
  /** The station if the cell has only one. */
  readonly station: { readonly id: string; readonly identity: string; readonly label: string | null } | null
}

/** Degrees west, south, east, north. */
export type Box = [west: number, south: number, east: number, north: number]

/** The visible part of the map: box, zoom and centre. */
export interface MapView {
  readonly box: Box
  readonly centre: { lat: number; lng: number }
  readonly zoom: number
}

/**
 * Converts stations to points for the map. Each carries the index of its state, not its name: clusters count
 * by it, and a small number is quicker to compare in twenty thousand points.
 */
export function asPoints(stations: readonly MapStation[]): GeoJSON.FeatureCollection<GeoJSON.Point> {
  return {
    type: 'FeatureCollection',
    features: stations.map(({ id, displaystate, lat, lng }) => ({
      type: 'Feature',
      properties: { id, state: placeOf(displaystate) },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  }
}

/** Returns the index of a state; the map draws those that users have set as unavailable. */
const placeOf = (code: string): number => {
  const place = displayStates.findIndex((state) => state === stateOf(code))
  return place < 0 ? displayStates.indexOf('unavailable') : place
}

/** Returns the stations that are alone in their cell. */
export const singleStations = (cells: readonly MapCell[]): MapStation[] =>
  cells.flatMap(({ lat, lng, states, station }) =>
    station === null ? [] : [{ ...station, lat, lng, displaystate: displayStates[states.indexOf(1)]! }],
  )

const countIn = ({ states }: MapCell): number => states.reduce((sum, each) => sum + each, 0)

/** Returns the number of stations that share their cell with others. */
export const countClustered = (cells: readonly MapCell[]): number =>
  cells.reduce((sum, cell) => sum + (cell.station === null ? countIn(cell) : 0), 0)

/** Converts cells of several stations to clusters with the properties that MapLibre would have computed. */
export const asClusters = (cells: readonly MapCell[]): GeoJSON.Feature<GeoJSON.Point>[] =>
  cells
    .filter(({ station }) => station === null)
    .map((cell) => {
      const { lat, lng, states } = cell
      const count = countIn(cell)
      return {
        type: 'Feature',
        properties: {
          point_count: count,
          point_count_abbreviated: count < 1000 ? count : `${Math.round(count / 100) / 10}k`,
          ...Object.fromEntries(states.map((each, state) => [countOf(state), each])),
        },
        geometry: { type: 'Point', coordinates: [lng, lat] },
      }
    })

/**
 * Returns true if two lists put the same pins on the map. Every change of the data restarts clustering, so a
 * refetched list without changes must not reach the map.
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

/**
 * Returns the smallest box around all stations; null without any. Stations on both sides of the date line
 * give a wide box.
 */
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

/** Returns the great-circle distance in metres. */
export function distance(from: { lat: number; lng: number }, to: { lat: number; lng: number }): number {
  const half =
    Math.sin(((to.lat - from.lat) * radians) / 2) ** 2 +
    Math.cos(from.lat * radians) *
      Math.cos(to.lat * radians) *
      Math.sin(((to.lng - from.lng) * radians) / 2) ** 2
  return 2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Returns the stations inside a box, the nearest to its centre first. East may exceed 180 degrees. */
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
