import { describe, expect, it } from 'vitest'
import { otherAccount, stationName, stationNamed } from './station-name.ts'

const own = { id: '01990000-0000-7000-8000-00000000000a', identity: 'CP-1', accountcode: 'mine' }
const other = { id: '01990000-0000-7000-8000-00000000000b', identity: 'CP-1', accountcode: 'theirs' }
const third = { id: '01990000-0000-7000-8000-00000000000c', identity: 'CP-1', accountcode: 'third' }
const likeId = { id: '01990000-0000-7000-8000-00000000000d', identity: own.id, accountcode: 'theirs' }

describe('the name of a station in an address', () => {
  it("is its identity in the viewer's own account, its id in another", () => {
    expect(stationName(own, 'mine')).toBe('CP-1')
    expect(stationName(other, 'mine')).toBe(other.id)
    expect(stationName(other, undefined)).toBe('CP-1')
  })

  it('shows the account only if it is another one', () => {
    expect([otherAccount(own, 'mine'), otherAccount(other, 'mine'), otherAccount(other, undefined)]).toEqual([
      null,
      'theirs',
      null,
    ])
  })

  it.each([
    ['the own one of several', [other, own, third], 'CP-1', own],
    ['the only one, of another account', [other], 'CP-1', other],
    ['none of several others', [other, third], 'CP-1', null],
    ['the one with the id', [own, other], other.id, other],
    ['the own one with the id before one that is called like it', [likeId, own], own.id, own],
    ['none', [own], 'CP-2', null],
  ])('resolves to %s', (_, stations, name, meant) => {
    expect(stationNamed(stations, name, 'mine')).toBe(meant)
  })
})
