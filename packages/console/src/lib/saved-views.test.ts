import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { moveStoredViews, storedViews, viewSearch } from './saved-views.ts'
import { applyPageConfig } from './page-config.ts'
import { writeStored } from './stored.ts'

beforeEach(() => {
  window.localStorage.clear()
  applyPageConfig({ authorize: false, debug: false })
})
afterEach(() => vi.unstubAllGlobals())

describe('saved views', () => {
  it.each(['{', '3', '[{"name":1}]', '[null]'])(
    'of the device that cannot be read are ignored: %s',
    (stored) => {
      writeStored('views.stations', stored)
      expect(storedViews('stations')).toEqual([])
    },
  )

  it('of the device move to the server, under another name if theirs is taken; refused ones stay', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
      const view = JSON.parse(body) as { name: string; search: string }
      sent.push(view)
      const code =
        view.search.length > 10 ? 'value.too_long' : view.name === 'Faults' ? 'value.name_taken' : null
      const error = { code, message: 'Refused' }
      return Promise.resolve(Response.json(code ? { error } : view, { status: code ? 400 : 200 }))
    })
    const [faults, map, long] = [
      { name: 'Faults', search: 'q=a' },
      { name: 'Map', search: 'view=map' },
      { name: 'Long', search: 'state=faulted' },
    ]
    const known = { name: 'Known', search: 'q=b' }
    writeStored('views.stations', JSON.stringify([known, faults, map, long]))
    expect(await moveStoredViews('stations', [known])).toBe(2)
    const of = { id: null, list: 'stations' }
    expect(sent).toEqual([
      { ...of, ...faults },
      { ...of, ...faults, name: 'Faults (2)' },
      { ...of, ...map },
      { ...of, ...long },
    ])
    expect(storedViews('stations')).toEqual([long])
  })

  it('contain the address without its page, and the visible columns', () => {
    const at = new URLSearchParams('q=hall&page=3&dir=desc')
    expect(viewSearch(at, null)).toBe('dir=desc&q=hall')
    expect(viewSearch(at, ['state', 'power'])).toBe('cols=state%2Cpower&dir=desc&q=hall')
  })
})
