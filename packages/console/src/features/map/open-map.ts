import {
  AttributionControl,
  type GeoJSONSource,
  GPUInitializationError,
  type IControl,
  Map as LibreMap,
  type MapOptions,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { fetchPlaces } from './basemap.ts'
import './map.css'
import './maplibre.css'
import { mapPalette, type MapPalette } from './map-palette.ts'
import { type MapSource, ownStyle } from './map-style.ts'
import { runInFrames } from './run-in-frames.ts'
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
  /** Controls below the zoom buttons. */
  readonly controls?: readonly IControl[]
  /** Called after each style has loaded, including the first: add your layers here, one per frame. */
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
  const { words } = options
  const palette = mapPalette(options.theme)
  const map = new LibreMap({
    container: host,
    ...wholeWorld,
    ...options.camera,
    minZoom: 1,
    maxZoom: 19,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
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
  drawPictures(map, palette)
  // Without its land, the map looks as if all of it were sea.
  host.dataset['loading'] = words.loading
  build(map, options, palette)
  return map
}

/**
 * Adds what the map consists of, one part per frame: each layer needs a program of its own, which the browser compiles
 * in the first frame that draws it.
 */
function build(map: LibreMap, { source, controls, onStyle }: OpenMapOptions, palette: MapPalette): void {
  const own = ownStyle(palette, source)
  let isOwn = source.style === null
  let end: (() => void) | undefined
  const run = (steps: readonly (() => void)[]): void => {
    end?.()
    end = runInFrames(steps)
  }
  const setOwnStyle = (): void => {
    isOwn = true
    map.setStyle({ ...own, layers: own.layers.slice(0, 1) }, { diff: false, validate: false })
  }
  map.once('remove', () => end?.())
  map.on('style.load', () =>
    run([
      ...(isOwn ? own.layers.slice(1).map((layer) => () => void map.addLayer(layer)) : []),
      () => onStyle?.(map, palette),
      () => addPlaces(map),
      () => addCredits(map, source),
      () => endLoading(map),
    ]),
  )
  if (source.style !== null) fallBackTo(map, setOwnStyle)
  run([
    () => {
      map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
      map.addControl(new ScaleControl({ maxWidth: 100 }), 'bottom-left')
      for (const control of controls ?? []) map.addControl(control, 'top-right')
    },
    () => {
      if (source.style === null) setOwnStyle()
      else map.setStyle(source.style)
    },
  ])
}

/** Adds the credits of the sources; a style that replaces another one has them already. */
function addCredits(map: LibreMap, { style, attribution }: MapSource): void {
  if (map.getContainer().querySelector('.maplibregl-ctrl-attrib')) return
  const custom = style === null || attribution === null ? {} : { customAttribution: attribution }
  map.addControl(new AttributionControl({ compact: true, ...custom }))
}

function endLoading(map: LibreMap): void {
  map.once('idle', () => void delete map.getContainer().dataset['loading'])
  map.triggerRepaint()
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
function fallBackTo(map: LibreMap, setOwnStyle: () => void): void {
  let stands = false
  map.once('style.load', () => {
    stands = true
  })
  map.on('error', () => {
    if (stands) return
    stands = true
    setOwnStyle()
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
