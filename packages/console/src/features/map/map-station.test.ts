import { describe, expect, it } from 'vitest'
import { boxAround, distance, isSamePicture, type MapStation, stationsWithin } from './map-station.ts'

const station = (id: string, lat: number, lng: number): MapStation =>
  ({ id, identity: id, label: null, lat, lng, displaystate: 'available' }) as MapStation

const berlin = station('berlin', 52.52, 13.405)
const hamburg = station('hamburg', 53.551, 9.993)
const paris = station('paris', 48.857, 2.352)
const suva = station('suva', -18.14, 178.44)

describe('the map of stations', () => {
  it('stays the same unless a pin, its position or its state changes', () => {
    expect(isSamePicture([berlin, paris], [{ ...berlin }, { ...paris, label: 'new' }])).toBe(true)
    expect(isSamePicture([berlin], [{ ...berlin, displaystate: 'faulted' }])).toBe(false)
    expect(isSamePicture([berlin], [{ ...berlin, lat: 52.521 }])).toBe(false)
    expect(isSamePicture([berlin], [berlin, paris])).toBe(false)
  })

  it('has a bounding box', () => {
    expect(boxAround([])).toBeNull()
    expect(boxAround([berlin, hamburg, paris])).toEqual([2.352, 48.857, 13.405, 53.551])
  })
})

describe('stations in view', () => {
  it('are sorted by their distance from the centre', () => {
    const seen = stationsWithin([paris, berlin, hamburg, suva], [0, 45, 20, 60], { lat: 53.5, lng: 10 })
    expect(seen.map(({ id }) => id)).toEqual(['hamburg', 'berlin', 'paris'])
  })

  it('are found across the date line', () => {
    const seen = stationsWithin([suva, berlin], [170, -30, 200, 0], { lat: -18, lng: 185 })
    expect(seen.map(({ id }) => id)).toEqual(['suva'])
    expect(stationsWithin([suva], [-190, -30, -170, 0], { lat: -18, lng: -180 })).toHaveLength(1)
  })

  it('have the correct distance', () => {
    expect(distance(berlin, hamburg) / 1000).toBeCloseTo(255, -1)
    expect(distance(berlin, berlin)).toBe(0)
  })
})
