import {
  type AnswerOf,
  type BodyOf,
  displayStates,
  isDisplayState,
  type stationCells,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { runBatched } from '../../storage/list/list-query.ts'
import { mapSource, position } from './station-list-store.ts'
import type { Db } from '../../storage/transaction.ts'

type Cell = AnswerOf<typeof stationCells>[number]

interface StateInCell {
  x: number
  y: number
  displaystate: string
  count: number
  lat: number
  lng: number
  id: string
  identity: string
  label: string | null
}

/** Beyond this latitude the projection of web maps diverges. */
const lastLatitude = 85
/** Cell width: 80 px, the largest ring plus a margin, of the 512 px of the world at zoom 0. */
const cellsAround = 512 / 80
/** Zoom from which each station is shown separately, as in the clustering of the map itself. */
const singleFromZoom = 14

/** Groups the stations in a box into cells that have equal size on the map. */
export async function gatherCells(
  db: Db,
  scope: Scope,
  { filter, search, box, zoom }: BodyOf<typeof stationCells>,
): Promise<Cell[] | Refusal> {
  const { lat, lng } = position
  const [west, south, east, north] = box as [number, number, number, number]
  const width = 360 / (cellsAround * 2 ** (zoom < singleFromZoom ? zoom : 24))
  // latitude in the projection of web maps, in the same degrees as the longitude
  const height = sql`degrees(ln(tan(pi() / 4
    + radians(greatest(${-lastLatitude}, least(${lastLatitude}, ${lat}))) / 2)))`
  const { displaystate } = mapSource.columns
  const rows = await runBatched<StateInCell>(
    { db, source: mapSource, scope },
    { filter, search },
    {
      select: sql`floor(${lng} / ${width})::double precision as x, floor(${height} / ${width})::double precision as y,
        ${displaystate.sql} as displaystate, count(*)::int as count, sum(${lat}) as lat, sum(${lng}) as lng,
        min(s.id::text) as id, min(s.identity) as identity, min(s.label) as label`,
      // a map that crosses the date line extends beyond 180 degrees
      where: sql`${lat} between ${south} and ${north} and (${lng} between ${west} and ${east}
        or ${lng} + 360 between ${west} and ${east} or ${lng} - 360 between ${west} and ${east})`,
      by: sql`1, 2, 3`,
    },
  )
  return isRefusal(rows) ? rows : asCells(rows)
}

function asCells(rows: readonly StateInCell[]): Cell[] {
  const places = new Map<string, StateInCell[]>()
  for (const row of rows) {
    const name = `${row.x} ${row.y}`
    const place = places.get(name)
    if (place) place.push(row)
    else places.set(name, [row])
  }
  return Array.from(places.values(), asCell)
}

/** Returns the state as which the map draws a station: one that a user has set is drawn as unavailable. */
const drawn = ({ displaystate }: StateInCell): string =>
  isDisplayState(displaystate) ? displaystate : 'unavailable'

function asCell(rows: readonly StateInCell[]): Cell {
  const sum = (of: 'count' | 'lat' | 'lng'): number => rows.reduce((total, row) => total + row[of], 0)
  const count = sum('count')
  const [{ id, identity, label }] = rows as [StateInCell]
  return {
    lat: sum('lat') / count,
    lng: sum('lng') / count,
    states: displayStates.map((state) =>
      rows.filter((row) => drawn(row) === state).reduce((total, row) => total + row.count, 0),
    ),
    station: count === 1 ? { id, identity, label } : null,
  }
}
