type Place = [name: string, lng: number, lat: number, thousands: number]

/** Vector tiles of land and borders, which MapLibre reads and decodes in its worker: that needs a whole address. */
export const landTiles = (): string =>
  `${new URL(`${import.meta.env.BASE_URL}geo/land/`, location.href).href}{z}/{x}/{y}.pbf`

let asked: Promise<GeoJSON.FeatureCollection> | undefined

async function readPlaces(): Promise<GeoJSON.FeatureCollection> {
  const answer = await fetch(`${import.meta.env.BASE_URL}geo/places.json`)
  if (!answer.ok) throw new Error(`places.json: ${answer.status}`)
  const places = (await answer.json()) as Place[] // written by scripts/make-basemap.mjs
  return {
    type: 'FeatureCollection',
    features: places.map(([name, lng, lat, thousands]) => ({
      type: 'Feature',
      properties: { name, thousands },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  }
}

/** Fetches the towns with their names and thousands of inhabitants once per page; a failed fetch is repeated. */
export function fetchPlaces(): Promise<GeoJSON.FeatureCollection> {
  asked ??= readPlaces()
  asked.catch(() => (asked = undefined))
  return asked
}
