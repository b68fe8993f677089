import { beforeEach, describe, expect, it } from 'vitest'
import { keepStored } from './stored.ts'
import { keepViews, renamed, savedViews, viewSearch, withView } from './saved-views.ts'

beforeEach(() => window.localStorage.clear())
const faults = { name: 'Faults', search: 'state=faulted' }
const map = { name: 'Map', search: 'view=map' }

describe('saved views', () => {
  it('are kept per list, and gone when the last one is deleted', () => {
    keepViews('stations', [faults, map])
    expect(savedViews('stations')).toEqual([faults, map])
    expect(savedViews('cards')).toEqual([])
    expect(window.localStorage.getItem('stationmaster.views.stations')).toContain('Faults')
    keepViews('stations', [])
    expect(window.localStorage.getItem('stationmaster.views.stations')).toBeNull()
  })

  it.each(['{', '3', '[{"name":1}]', '[null]'])('what is no view is left out: %s', (stored) => {
    keepStored('views.stations', stored)
    expect(savedViews('stations')).toEqual([])
  })

  it('of the same name the newer one takes the place of the older', () => {
    const newer = { name: 'Faults', search: 'state=faulted%2Coffline' }
    expect(withView([faults, map], newer)).toEqual([newer, map])
    expect(withView([faults], map)).toEqual([faults, map])
  })

  it('are renamed, but not to a name that is taken', () => {
    expect(renamed([faults, map], 'Map', 'Where')).toEqual([faults, { ...map, name: 'Where' }])
    expect(renamed([faults, map], 'Map', 'Faults')).toBeNull()
    expect(renamed([faults], 'Faults', 'Faults')).toEqual([faults])
  })

  it('keep the address without its page, and the columns one sees', () => {
    const at = new URLSearchParams('q=hall&page=3&dir=desc')
    expect(viewSearch(at, null)).toBe('dir=desc&q=hall')
    expect(viewSearch(at, ['state', 'power'])).toBe('cols=state%2Cpower&dir=desc&q=hall')
  })
})
