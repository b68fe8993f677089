import { beforeEach, expect, it } from 'vitest'
import { addRecent, addressOfRecent, maxRecent, type RecentItem, recentItems } from './recent.ts'

const station = (id: string): RecentItem => ({ classcode: 'charge_point', id, label: `Station ${id}` })

beforeEach(() => localStorage.clear())

// Proves L158
it('the newest objects of a user come first, each once, at most 12', () => {
  for (let n = 0; n < maxRecent + 5; n += 1) addRecent('ada', station(String(n)))
  addRecent('ada', { ...station('10'), label: 'Renamed' })
  const items = recentItems('ada')
  expect(items).toHaveLength(12)
  expect(items.slice(0, 2).map(({ label }) => label)).toEqual(['Renamed', 'Station 16'])
  expect(addressOfRecent(items[0]!)).toBe('/crm/station/10')
  expect(recentItems('bob')).toEqual([])
})

it.each(['{', '{}', '[1, null, {"classcode": "toString", "id": "1", "label": "x"}]'])(
  'a stored value that is not understood counts as none: %s',
  (text) => {
    localStorage.setItem('stationmaster.recent.ada', text)
    expect(recentItems('ada')).toEqual([])
  },
)
