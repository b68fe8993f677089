import type { GeoJSONSource, Map as LibreMap } from 'maplibre-gl'
import { clusterCounts, donutName } from './donut.ts'
import type { MapPalette } from './map-palette.ts'
import { asPoints, type MapStation } from './map-station.ts'
import { fontOf } from './map-style.ts'

export const stationSource = 'stations'
export const clusterLayer = 'station-clusters'
export const pinLayer = 'station-pins'
const chosenSource = 'chosen-station'

const layerIds = [clusterLayer, pinLayer, chosenSource]

/** Removes the layers and sources of stations that have been added. */
export function removeStationLayers(map: LibreMap): void {
  for (const id of layerIds) if (map.getLayer(id)) map.removeLayer(id)
  for (const id of [stationSource, chosenSource]) if (map.getSource(id)) map.removeSource(id)
}

/** Adds the sources of all stations and of the selected one. */
export function addSources(
  map: LibreMap,
  { points, isGathered }: { points: GeoJSON.FeatureCollection; isGathered: boolean },
): void {
  map.addSource(stationSource, {
    type: 'geojson',
    data: points,
    cluster: !isGathered,
    clusterRadius: 48,
    // Beyond this zoom, stations of one site are distinguishable even if their pins touch.
    clusterMaxZoom: 13,
    maxzoom: 15,
    clusterProperties: clusterCounts(),
  })
  map.addSource(chosenSource, { type: 'geojson', data: asPoints([]) })
}

export function addClusters(map: LibreMap, palette: MapPalette): void {
  map.addLayer({
    id: clusterLayer,
    type: 'symbol',
    source: stationSource,
    filter: ['has', 'point_count'],
    layout: {
      'icon-image': donutName() as never, // built from data, which the types cannot follow
      'icon-allow-overlap': true,
      'icon-padding': 0,
      'text-field': ['get', 'point_count_abbreviated'],
      'text-font': fontOf(map.getStyle()),
      'text-size': 12.5,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': palette.text },
  })
}

export function addPins(map: LibreMap): void {
  map.addLayer({
    id: pinLayer,
    type: 'symbol',
    source: stationSource,
    filter: ['!', ['has', 'point_count']],
    layout: {
      'icon-image': ['concat', 'pin/', ['to-string', ['get', 'state']]],
      'icon-allow-overlap': true,
      'icon-padding': 0,
      // Of two pins at one place, the one that needs attention is on top: offline and faulted come last in
      // the order.
      'symbol-sort-key': ['get', 'state'],
    },
  })
}

export function addChosen(map: LibreMap): void {
  map.addLayer({
    id: chosenSource,
    type: 'symbol',
    source: chosenSource,
    layout: {
      'icon-image': ['concat', 'pin/', ['to-string', ['get', 'state']], '/on'],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  })
}

export function showStations(map: LibreMap, points: GeoJSON.FeatureCollection): void {
  map.getSource<GeoJSONSource>(stationSource)?.setData(points)
}

export function showChosen(map: LibreMap, station: MapStation | null): void {
  map.getSource<GeoJSONSource>(chosenSource)?.setData(asPoints(station === null ? [] : [station]))
}
