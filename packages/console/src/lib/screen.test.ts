import { describe, expect, it } from 'vitest'
import { addressOf } from './screen.ts'

describe('addresses of screens', () => {
  it('end at the first missing part and contain only parameters with a value', () => {
    expect(addressOf('/crm/station', ['CS 1/2', null, 'x'], { tab: 'log', none: '' })).toBe(
      '/crm/station/CS%201%2F2?tab=log',
    )
    expect(addressOf('/crm/cards')).toBe('/crm/cards')
  })
})
