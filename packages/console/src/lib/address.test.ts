import { describe, expect, it } from 'vitest'
import { flag, list, listParameters, many, oneOf, readAddress, text, whole, writeAddress } from './address.ts'

const where = {
  ...listParameters,
  view: oneOf(['table', 'tiles', 'map']),
  state: many(),
  heartbeats: flag(),
  from: text(),
}
const read = (query: string) => readAddress(where, new URLSearchParams(query))

describe('the address', () => {
  it('reads its parameters, and defaults for the others', () => {
    expect(read('view=map&state=faulted,available&page=3&cols=a,b&heartbeats=1')).toMatchObject({
      view: 'map',
      state: ['faulted', 'available'],
      page: 3,
      cols: ['a', 'b'],
      heartbeats: true,
      dir: 'asc',
      size: '50',
      q: '',
    })
    expect(read('').cols).toBeNull()
  })

  it.each(['page=0', 'page=-1', 'page=1e9', 'page=x', 'view=list', 'size=7', 'dir=up'])(
    'takes the default for the invalid %s',
    (query) => expect(read(query)).toEqual(read('')),
  )

  it('omits default values and keeps unknown parameters', () => {
    const next = writeAddress(where, new URLSearchParams('view=map&page=4&other=1'), {
      view: 'table',
      page: 1,
      state: ['charging'],
      cols: [],
    })
    expect(next.toString()).toBe('other=1&state=charging&cols=')
  })

  // Proves F21
  it('reads what it wrote', () => {
    const wanted = { q: 'a b&c=ü', state: ['charging'], page: 12, cols: ['x'] }
    expect(readAddress(where, writeAddress(where, new URLSearchParams(), wanted))).toMatchObject(wanted)
  })

  it('uses another default if one is given', () => {
    expect(whole(5).read(null)).toBe(5)
    // numbers of transactions have up to ten digits
    expect(whole(0).read('2147483647')).toBe(2_147_483_647)
    expect(whole(0).read('2147483648')).toBe(0)
    expect(oneOf(['a', 'b'], 'b').read('c')).toBe('b')
    expect(oneOf(['a', 'b'], 'b').write('b')).toBeNull()
    expect(list().write(null)).toBeNull()
    expect(flag(true).write(false)).toBe('0')
  })
})
