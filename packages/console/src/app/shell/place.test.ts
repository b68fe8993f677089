import { describe, expect, it } from 'vitest'
import { arrivalKey } from './place.ts'

describe('an arrival', () => {
  it.each([
    ['/crm/station/a/log', '/crm/station/a/details', true],
    ['/crm/station/a', '/crm/station/b', false],
  ])('from %s to %s is the same place: %s', (before, after, same) => {
    expect(arrivalKey(before, '/crm/station') === arrivalKey(after, '/crm/station')).toBe(same)
  })
  it('at an unknown address is that address', () => expect(arrivalKey('/nowhere', null)).toBe('/nowhere'))
})
