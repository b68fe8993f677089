import {
  type GeoJSONSource,
  GPUInitializationError,
  Map as LibreMap,
  type MapOptions,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { fetchPlaces } from './basemap.ts'
import './map.css'
import './maplibre.css'
import { mapPalette, type MapPalette } from './map-palette.ts'
import { type MapSource, ownStyle } from './map-style.ts'
import { pictureOf, rasterOf } from './state-images.ts'

// Without this, a build has no worker and the map stays empty.
setWorkerUrl(workerUrl)

/** Texts of MapLibre's controls in the user's language. */
export interface MapWords {
  readonly title: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly credits: string
  readonly close: string
  readonly metres: string
  readonly kilometres: string
  readonly loading: string
}

export interface OpenMapOptions {
  readonly theme: string
  readonly source: MapSource
  readonly words: MapWords
  readonly camera?: Pick<MapOptions, 'center' | 'zoom' | 'bounds' | 'fitBoundsOptions'>
  /** Called after each style has loaded, including the first: add your layers here. */
  readonly onStyle?: (map: LibreMap, palette: MapPalette) => void
}

const wholeWorld = { center: [12, 28], zoom: 1.3 } satisfies Pick<MapOptions, 'center' | 'zoom'>

/**
 * Opens a map in an element; the caller removes it with `map.remove()`. Returns null if this browser cannot draw it:
 * browsers are removing software rendering.
 */
export function openMap(host: HTMLElement, options: OpenMapOptions): LibreMap | null {
  try {
    return newMap(host, options)
  } catch (error) {
    if (error instanceof GPUInitializationError) return null
    throw error
  }
}

function newMap(host: HTMLElement, options: OpenMapOptions): LibreMap {
  const { source, words } = options
  const palette = mapPalette(options.theme)
  const own = ownStyle(palette, source)
  const map = new LibreMap({
    container: host,
    ...wholeWorld,
    ...options.camera,
    minZoom: 1,
    maxZoom: 19,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: {
      compact: true,
      ...(source.style === null || source.attribution === null
        ? {}
        : { customAttribution: source.attribution }),
    },
    locale: {
      'Map.Title': words.title,
      'NavigationControl.ZoomIn': words.zoomIn,
      'NavigationControl.ZoomOut': words.zoomOut,
      'AttributionControl.ToggleAttribution': words.credits,
      'Popup.Close': words.close,
      'ScaleControl.Meters': words.metres,
      'ScaleControl.Kilometers': words.kilometres,
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ maxWidth: 100 }), 'bottom-left')
  drawPictures(map, palette)
  // Without its land, the map looks as if all of it were sea.
  host.dataset['loading'] = words.loading
  map.once('idle', () => void delete host.dataset['loading'])
  map.on('style.load', () => {
    addPlaces(map)
    options.onStyle?.(map, palette)
  })
  fallBackTo(map, source, own)
  setStyleInNextFrame(map, source.style ?? own)
  return map
}

/** Sets the first style after the frame in which the map was created: both together would block the page longer. */
function setStyleInNextFrame(map: LibreMap, style: string | StyleSpecification): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => map.setStyle(style))
  })
  map.once('remove', () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  })
}

/** Draws pins and donuts when the map first requests one, in the colours of the theme. */
function drawPictures(map: LibreMap, palette: MapPalette): void {
  const ratio = Math.min(3, Math.max(1, Math.ceil(window.devicePixelRatio)))
  map.setMissingStyleImageResolver((name) => {
    const picture = pictureOf(name, palette)
    if (picture !== null && !map.hasImage(name))
      map.addImage(name, rasterOf(picture, ratio), { pixelRatio: ratio })
  })
}

/** Replaces a style that cannot be fetched by the built-in map, which needs no network. */
function fallBackTo(map: LibreMap, source: MapSource, own: ReturnType<typeof ownStyle>): void {
  if (source.style === null) return
  let stands = false
  map.once('style.load', () => {
    stands = true
  })
  map.on('error', () => {
    if (stands) return
    stands = true
    map.setStyle(own, { diff: false })
  })
}

/** Adds the towns to the built-in style; without them the map is complete, too. External styles have their own. */
function addPlaces(map: LibreMap): void {
  const source = map.getSource<GeoJSONSource>('places')
  if (source)
    fetchPlaces().then(
      (places) => source.setData(places),
      () => undefined,
    )
}
