import { describe, expect, it } from 'vitest'
import { matches } from './screen-source.tsx'

describe('the palette', () => {
  it.each([
    ['sta', true],
    ['li st', true],
    ['tation', false],
    ['', true],
  ])('finds "Station list" by "%s": %s', (text, found) => {
    expect(matches({ label: 'Station list' }, text)).toBe(found)
  })
})
