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
import {
  addStationLayers,
  clusterLayer,
  pinLayer,
  showChosen,
  showStations,
  stationSource,
} from './station-layers.ts'

export interface Camera {
  readonly center: [lng: number, lat: number]
  readonly zoom: number
}

export interface StationBoardOptions extends Omit<OpenMapOptions, 'onStyle' | 'words'> {
  readonly words: OpenMapOptions['words'] & { readonly showAll: string }
  readonly onChoose: (id: string | null) => void
  readonly onView: (view: MapView) => void
  /** True if the server already clusters. */
  readonly isGathered: boolean
}

/** The map of stations outside React: takes stations and the selected one, and reports user actions. */
export interface StationBoard {
  /** New data reaches the map only when it changes the picture. */
  show(stations: readonly MapStation[], cells?: readonly MapCell[]): void
  /** Selects a station and opens the popup with this content at it; null closes it. */
  choose(station: MapStation | null, content: HTMLElement): void
  /** Moves the view so that all stations are visible. */
  fit(): void
  /** Zooms in until a station is no longer clustered. */
  goTo(station: MapStation): void
  camera(): Camera
  remove(): void
}

const fitting = { padding: 56, maxZoom: 12, duration: 0 }

/** Opens the map of stations in an element, or returns null if this browser cannot draw it. */
export function openStationBoard(host: HTMLElement, options: StationBoardOptions): StationBoard | null {
  let shown: readonly MapStation[] = []
  let gathered: readonly MapCell[] = []
  let chosen: MapStation | null = null
  const popup = new Popup({ offset: 18, maxWidth: '300px', closeOnClick: false, focusAfterOpen: false })
  const map = openMap(host, {
    ...options,
    onStyle(styled, palette) {
      const points = pointsOf(shown, gathered)
      addStationLayers(styled, { points, isGathered: options.isGathered }, palette)
      showChosen(styled, chosen)
    },
  })
  if (map === null) return null
  const fit = (): void => {
    const box = boxAround(options.isGathered ? gathered : shown)
    if (box !== null) map.fitBounds(box, fitting)
  }
  map.addControl(new ShowAllControl(options.words.showAll, fit), 'top-right')
  listen(map, options)
  popup.on('close', () => {
    if (chosen !== null) options.onChoose(null)
  })
  return {
    show(stations, cells = []) {
      if (gathered === cells && isSamePicture(shown, stations)) return
      shown = stations
      gathered = cells
      showStations(map, pointsOf(stations, cells))
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
      map.remove()
    },
  }
}

function pointsOf(stations: readonly MapStation[], cells: readonly MapCell[]) {
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
