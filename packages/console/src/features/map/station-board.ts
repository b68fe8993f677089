import { type GeoJSONSource, type Map as LibreMap, type MapMouseEvent, Popup } from 'maplibre-gl'
import {
  asClusters,
  asPoints,
  boxAround,
  isSamePicture,
  type MapCell,
  type MapStation,
  type MapView,
} from './map-station.ts'
import { openMap, type OpenMapOptions } from './open-map.ts'
import { ShowAllControl } from './show-all-control.ts'
import { runInFrames } from './run-in-frames.ts'
import {
  addChosen,
  addClusters,
  addPins,
  addSources,
  clusterLayer,
  pinLayer,
  removeStationLayers,
  showChosen,
  showStations,
  stationSource,
} from './station-layers.ts'

export interface Camera {
  readonly center: [lng: number, lat: number]
  readonly zoom: number
}

export interface StationBoardOptions extends Pick<OpenMapOptions, 'theme' | 'source'> {
  /** Absent shows all stations. */
  readonly camera?: Camera | undefined
  readonly stations: readonly MapStation[]
  readonly cells: readonly MapCell[] | undefined

  readonly words: OpenMapOptions['words'] & { readonly showAll: string }
  readonly onChoose: (id: string | null) => void
  readonly onView: (view: MapView) => void
}

/** The map of stations outside React: takes stations and the selected one, and reports user actions. */
export interface StationBoard {
  /** New data reaches the map only when it changes the picture; with cells the server has clustered. */
  show(stations: readonly MapStation[], cells: readonly MapCell[] | undefined): void
  /** Selects a station and opens the popup with this content at it; null closes it. */
  choose(station: MapStation | null, content: HTMLElement): void
  /** Moves the view so that all stations are visible. */
  fit(): void
  /** Zooms in until a station is no longer clustered. */
  goTo(station: MapStation): void
  camera(): Camera
  remove(): void
}

const fitting = { padding: 56, maxZoom: 12 }

/** Opens the map of stations in an element, or returns null if this browser cannot draw it. */
export function openStationBoard(host: HTMLElement, options: StationBoardOptions): StationBoard | null {
  let { stations: shown, cells: gathered } = options
  let chosen: MapStation | null = null
  let addLayers: (() => void) | undefined
  let endLayers: (() => void) | undefined
  const popup = new Popup({ offset: 18, maxWidth: '300px', closeOnClick: false, focusAfterOpen: false })
  const fit = (): void => {
    const box = boxAround(gathered ?? shown)
    if (box !== null) map?.fitBounds(box, { ...fitting, duration: 0 })
  }
  const map = openMap(host, {
    ...options,
    camera: options.camera ?? cameraFor(gathered ?? shown),
    controls: [new ShowAllControl(options.words.showAll, fit)],
    onStyle(styled, palette) {
      addLayers = () => {
        endLayers?.()
        removeStationLayers(styled)
        endLayers = runInFrames([
          () => addSources(styled, { points: pointsOf(shown, gathered), isGathered: gathered !== undefined }),
          () => addClusters(styled, palette),
          () => addPins(styled),
          () => addChosen(styled),
          () => showChosen(styled, chosen),
        ])
      }
      addLayers()
    },
  })
  if (map === null) return null
  listen(map, options)
  popup.on('close', () => {
    if (chosen !== null) options.onChoose(null)
  })
  return {
    show(stations, cells) {
      if (gathered === cells && isSamePicture(shown, stations)) return
      const isOtherSource = (gathered === undefined) !== (cells === undefined)
      shown = stations
      gathered = cells
      if (isOtherSource) addLayers?.()
      else showStations(map, pointsOf(stations, cells))
    },
    choose(station, content) {
      const isSame = station?.id === chosen?.id
      chosen = station
      showChosen(map, station)
      if (station === null) popup.remove()
      else if (isSame && popup.isOpen()) popup.setLngLat(station)
      else popup.setLngLat(station).setDOMContent(content).addTo(map)
    },
    fit,
    goTo: (station) => map.jumpTo({ center: station, zoom: Math.max(map.getZoom(), 14) }),
    camera: () => ({ center: map.getCenter().toArray(), zoom: map.getZoom() }),
    remove() {
      chosen = null
      endLayers?.()
      map.remove()
    },
  }
}

function cameraFor(places: readonly { lat: number; lng: number }[]): OpenMapOptions['camera'] {
  const box = boxAround(places)
  return box === null ? undefined : { bounds: box, fitBoundsOptions: fitting }
}

function pointsOf(stations: readonly MapStation[], cells: readonly MapCell[] = []) {
  const points = asPoints(stations)
  return { ...points, features: [...points.features, ...asClusters(cells)] }
}

function listen(map: LibreMap, { onChoose, onView }: StationBoardOptions): void {
  const reportView = (): void => {
    const bounds = map.getBounds()
    const { lat, lng } = map.getCenter()
    onView({
      box: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      centre: { lat, lng },
      zoom: map.getZoom(),
    })
  }
  map.on('load', reportView)
  map.on('moveend', reportView)
  map.on('click', (event) => void click(map, event, onChoose))
  for (const layer of [clusterLayer, pinLayer]) {
    map.on('mouseenter', layer, () => (map.getCanvas().style.cursor = 'pointer'))
    map.on('mouseleave', layer, () => (map.getCanvas().style.cursor = ''))
  }
}

/** Selects a pin or opens a cluster; a click elsewhere closes the popup. The hit area allows for a finger. */
async function click(
  map: LibreMap,
  { point }: MapMouseEvent,
  onChoose: (id: string | null) => void,
): Promise<void> {
  if (map.getLayer(pinLayer) === undefined) return
  const reach = 6
  const around: [[number, number], [number, number]] = [
    [point.x - reach, point.y - reach],
    [point.x + reach, point.y + reach],
  ]
  const [hit] = map.queryRenderedFeatures(around, { layers: [pinLayer, clusterLayer] })
  if (hit === undefined || hit.geometry.type !== 'Point') return onChoose(null)
  const { cluster_id: cluster, point_count: count, id } = hit.properties
  if (count === undefined) return onChoose(String(id))
  const source = map.getSource<GeoJSONSource>(stationSource)
  const zoom = cluster === undefined ? undefined : await source?.getClusterExpansionZoom(Number(cluster))
  const [lng = 0, lat = 0] = hit.geometry.coordinates
  map.easeTo({ center: [lng, lat], zoom: (zoom ?? map.getZoom() + 2) + 0.2 })
}
