import { type DisplayState, displayStates } from '../../ui/state/state-names.ts'
import { countOf } from './donut.ts'

/** What the map knows of a station: a row of `/charge_point/map`. */
export interface MapStation {
  readonly id: string
  readonly identity: string
  readonly label: string | null
  readonly displaystate: DisplayState
  readonly lat: number
  readonly lng: number
}

/** Stations that the server has gathered to one place: an answer of `/charge_point/cells`. */
export interface MapCell {
  readonly lat: number
  readonly lng: number
  /** How many show each state, in the order of the states. */
  readonly states: readonly number[]
  /** The only one, if it is one. */
  readonly station: { readonly id: string; readonly identity: string; readonly label: string | null } | null
}

/** Degrees west, south, east, north. */
export type Box = [west: number, south: number, east: number, north: number]

/** What of the world is to be seen, how near, and what lies in its middle. */
export interface MapView {
  readonly box: Box
  readonly centre: { lat: number; lng: number }
  readonly zoom: number
}

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

/** The stations that stand alone in their cell. */
export const aloneIn = (cells: readonly MapCell[]): MapStation[] =>
  cells.flatMap(({ lat, lng, states, station }) =>
    station === null ? [] : [{ ...station, lat, lng, displaystate: displayStates[states.indexOf(1)]! }],
  )

const countIn = ({ states }: MapCell): number => states.reduce((sum, each) => sum + each, 0)

/** How many stations share their cell with others. */
export const countTogether = (cells: readonly MapCell[]): number =>
  cells.reduce((sum, cell) => sum + (cell.station === null ? countIn(cell) : 0), 0)

/** Cells of several stations as clusters, with the properties that MapLibre would have given them. */
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
