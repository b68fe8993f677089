import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { landTiles } from './basemap.ts'
import type { MapPalette } from './map-palette.ts'
import { pageFont } from './page-font.ts'

/** Source of the streets; all null selects the map that is bundled with the console. */
export interface MapSource {
  readonly style: string | null
  readonly raster: string | null
  readonly attribution: string | null
}

const credit =
  '<a href="https://www.naturalearthdata.com/" target="_blank" rel="noopener noreferrer">Natural Earth</a> · ' +
  '<a href="https://www.geonames.org/" target="_blank" rel="noopener noreferrer">GeoNames</a> ' +
  '(<a href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="noopener noreferrer">CC BY 4.0</a>)'

const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Zoom from which a place is shown, by its population in thousands: smaller places need a higher zoom. */
const shownFrom = ['step', ['zoom'], 8000, 3, 4000, 4, 1500, 5, 700, 6, 300, 7, 150, 8, 100]

/**
 * Returns the built-in base map in the colours of the page: land, borders and towns without any server. Tiles
 * of a raster template are drawn over it, so that the position stays recognisable where tiles are missing.
 */
export function ownStyle(palette: MapPalette, source: MapSource): StyleSpecification {
  const tiles: LayerSpecification[] =
    source.raster === null ? [] : [{ id: 'tiles', type: 'raster', source: 'tiles' }]
  return {
    version: 8,
    sources: {
      land: { type: 'vector', tiles: [landTiles()], minzoom: 1, maxzoom: 5, attribution: credit },
      places: { type: 'geojson', data: nothing, maxzoom: 9 },
      ...(source.raster === null
        ? {}
        : {
            tiles: {
              type: 'raster',
              tiles: [source.raster],
              tileSize: 256,
              ...(source.attribution === null ? {} : { attribution: source.attribution }),
            },
          }),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': palette.water } },
      {
        id: 'land',
        type: 'fill',
        source: 'land',
        'source-layer': 'land',
        paint: { 'fill-color': palette.land },
      },
      {
        id: 'coast',
        type: 'line',
        source: 'land',
        'source-layer': 'land',
        paint: { 'line-color': palette.border, 'line-width': 0.6, 'line-opacity': 0.8 },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'land',
        'source-layer': 'borders',
        paint: {
          'line-color': palette.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.6, 8, 1.4],
        },
      },
      ...(source.raster === null ? [placesLayer(palette)] : tiles),
    ],
  }
}

const placesLayer = (palette: MapPalette): LayerSpecification => ({
  id: 'places',
  type: 'symbol',
  source: 'places',
  filter: ['>=', ['get', 'thousands'], shownFrom] as never, // the types do not allow zoom inside a filter
  layout: {
    'text-field': ['get', 'name'],
    'text-font': pageFont,
    'text-size': ['interpolate', ['linear'], ['get', 'thousands'], 100, 11, 3000, 13],
    'text-padding': 10,
    'symbol-sort-key': ['-', 0, ['get', 'thousands']],
  },
  paint: { 'text-color': palette.label, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
})

/** Returns a font that an external style has glyphs for, to draw numbers with. */
export function fontOf(style: StyleSpecification): string[] {
  if (style.glyphs === undefined) return pageFont
  for (const layer of style.layers) {
    const font = layer.type === 'symbol' ? layer.layout?.['text-font'] : undefined
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font as string[] // every element was checked
  }
  return pageFont
}
