import { describe, expect, it } from 'vitest'
import { addressOf } from './screen.ts'

describe('addresses of screens', () => {
  it('ends at the first part that is missing and writes only queries that say something', () => {
    expect(addressOf('/crm/station', ['CS 1/2', null, 'x'], { tab: 'log', none: '' })).toBe(
      '/crm/station/CS%201%2F2?tab=log',
    )
    expect(addressOf('/crm/cards')).toBe('/crm/cards')
  })
})
