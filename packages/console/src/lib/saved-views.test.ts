import { beforeEach, describe, expect, it } from 'vitest'
import { writeStored } from './stored.ts'
import { keepViews, renamed, savedViews, viewSearch, withView } from './saved-views.ts'

beforeEach(() => window.localStorage.clear())
const faults = { name: 'Faults', search: 'state=faulted' }
const map = { name: 'Map', search: 'view=map' }

describe('saved views', () => {
  it('are stored per list, and removed with the last one', () => {
    keepViews('stations', [faults, map])
    expect(savedViews('stations')).toEqual([faults, map])
    expect(savedViews('cards')).toEqual([])
    expect(window.localStorage.getItem('stationmaster.views.stations')).toContain('Faults')
    keepViews('stations', [])
    expect(window.localStorage.getItem('stationmaster.views.stations')).toBeNull()
  })

  it.each(['{', '3', '[{"name":1}]', '[null]'])('ignore what is not a view: %s', (stored) => {
    writeStored('views.stations', stored)
    expect(savedViews('stations')).toEqual([])
  })

  it('replace an older one of the same name', () => {
    const newer = { name: 'Faults', search: 'state=faulted%2Coffline' }
    expect(withView([faults, map], newer)).toEqual([newer, map])
    expect(withView([faults], map)).toEqual([faults, map])
  })

  it('are renamed, but not to an existing name', () => {
    expect(renamed([faults, map], 'Map', 'Where')).toEqual([faults, { ...map, name: 'Where' }])
    expect(renamed([faults, map], 'Map', 'Faults')).toBeNull()
    expect(renamed([faults], 'Faults', 'Faults')).toEqual([faults])
  })

  it('contain the address without its page, and the visible columns', () => {
    const at = new URLSearchParams('q=hall&page=3&dir=desc')
    expect(viewSearch(at, null)).toBe('dir=desc&q=hall')
    expect(viewSearch(at, ['state', 'power'])).toBe('cols=state%2Cpower&dir=desc&q=hall')
  })
})
