import { feature } from 'topojson-client'

/** Land and country borders in one resolution, as the map takes them. */
export interface World {
  readonly land: GeoJSON.GeoJSON
  readonly borders: GeoJSON.GeoJSON
}

type Topology = Parameters<typeof feature>[0]
type Geometry = Parameters<typeof feature>[1]
type WorldTopology = Topology & { objects: { land: Geometry; borders: Geometry } }
type Place = [name: string, lng: number, lat: number, thousands: number]

/** Zoom level from which the detailed coastline is loaded. */
export const fineFrom = 5.5

const answers = new Map<string, Promise<unknown>>()

/** Fetches each file once per page; a failed fetch is repeated. */
function fetchOnce<T>(name: string, read: (content: unknown) => T): Promise<T> {
  const known = answers.get(name)
  if (known !== undefined) return known as Promise<T> // one reader per name
  const asked = fetch(`${import.meta.env.BASE_URL}geo/${name}`).then(async (answer) => {
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
    return read(await answer.json())
  })
  answers.set(name, asked)
  asked.catch(() => answers.delete(name))
  return asked
}

function asWorld(content: unknown): World {
  const world = content as WorldTopology // written by scripts/make-basemap.mjs
  return { land: feature(world, world.objects.land), borders: feature(world, world.objects.borders) }
}

export const fetchWorld = (detail: '50m' | '10m'): Promise<World> =>
  fetchOnce(`world-${detail}.json`, asWorld)

/** Towns with their names and thousands of inhabitants, the largest first. */
export const fetchPlaces = (): Promise<GeoJSON.FeatureCollection> =>
  fetchOnce('places.json', (content) => ({
    type: 'FeatureCollection',
    features: (content as Place[]).map(([name, lng, lat, thousands]) => ({
      type: 'Feature',
      properties: { name, thousands },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  }))
