import { expect, test } from 'vitest'
import { singleStations, asClusters, countClustered, type MapCell } from './map-station.ts'

const states = (available: number, faulted: number): number[] => [available, 0, 0, 0, 0, 0, 0, faulted, 0]
const cells: MapCell[] = [
  { lat: 50, lng: 8, states: states(2000, 345), station: null },
  { lat: 51, lng: 9, states: states(0, 1), station: { id: 's1', identity: 'CP-1', label: null } },
  { lat: 52, lng: 9, states: states(3, 0), station: null },
]

test('a cell with one station shows the station with its state', () => {
  expect(singleStations(cells)).toEqual([
    { id: 's1', identity: 'CP-1', label: null, lat: 51, lng: 9, displaystate: 'faulted' },
  ])
})

test('other cells are clusters that count their states', () => {
  const clusters = asClusters(cells).map(({ properties }) => properties)
  expect(clusters).toMatchObject([
    { point_count: 2345, point_count_abbreviated: '2.3k', n0: 2000, n7: 345 },
    { point_count: 3, point_count_abbreviated: 3, n0: 3, n7: 0 },
  ])
  expect(countClustered(cells)).toBe(2348)
})
