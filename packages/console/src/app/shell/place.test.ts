import { describe, expect, it } from 'vitest'
import type { ScreenRow } from '../../lib/screen.ts'
import { arrivalKey } from './place.ts'
import { belongsTo } from './side-bar.tsx'

describe('an arrival', () => {
  it.each([
    ['/crm/station/a/log', '/crm/station/a/details', true],
    ['/crm/station/a', '/crm/station/b', false],
  ])('from %s to %s is the same place: %s', (before, after, same) => {
    expect(arrivalKey(before, '/crm/station') === arrivalKey(after, '/crm/station')).toBe(same)
  })
  it('at an unknown address has that address as its key', () =>
    expect(arrivalKey('/nowhere', null)).toBe('/nowhere'))
})

const row = (path: string, title = path) => ({ path, title }) as unknown as ScreenRow

describe('a menu entry is marked', () => {
  it.each([
    ['/crm/stations', '/crm/stations', true],
    ['/crm/station', '/crm/stations', true],
    ['/crm/stations/attempts', '/crm/stations', true],
    ['/crm/stations-map', '/crm/stations', false],
    ['/admin/users', '/admin', false],
    ['/crm/cards', '/crm/stations', false],
  ])('on %s: %s is %s', (place, entry, isMarked) => {
    expect(belongsTo(row(place), row(entry))).toBe(isMarked)
  })
})
