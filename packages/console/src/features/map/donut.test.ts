import { describe, expect, it } from 'vitest'
import { fillRing, readDonut, ringParts } from './donut.ts'

const sum = (parts: readonly number[]): number => parts.reduce((total, part) => total + part, 0)

describe('donut', () => {
  it('is parsed from its name and always fills its ring', () => {
    const donut = readDonut('donut/40/12,0,9,0,0,0,0,1,1')
    expect(donut).toEqual({ size: 40, parts: [13, 0, 9, 0, 0, 0, 0, 1, 1] })
    expect(sum(donut!.parts)).toBe(ringParts)
  })

  it('takes any excess from its largest segment', () => {
    expect(fillRing([24, 1, 0, 0, 0, 0, 0, 1, 0])).toEqual([22, 1, 0, 0, 0, 0, 0, 1, 0])
  })

  it('ignores other image names', () => {
    for (const name of ['pin/2', 'donut', 'donut/40/1,2', 'donut/40/a,b,c,d,e,f,g,h,i', 'airport']) {
      expect(readDonut(name), name).toBeNull()
    }
  })
})
