import { describe, expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.ts'
import { LogThrottle } from './log-throttle.ts'

describe('a map with a limit', () => {
  it('removes only the entry that was set least recently', () => {
    const removed: [string, number][] = []
    const map = new BoundedMap<string, number>(3, (value, key) => void removed.push([key, value]))
    map.set('a', 1).set('b', 2).set('c', 3).set('a', 4)
    expect(removed).toEqual([])
    map.set('d', 5)
    expect([...map]).toEqual([
      ['c', 3],
      ['a', 4],
      ['d', 5],
    ])
    expect(removed).toEqual([['b', 2]])
    for (let n = 0; n < 1_000; n++) map.set(`n${n}`, n)
    expect(map.size).toBe(3)
  })
})

describe('a throttled log line', () => {
  // Proves L71
  it('stays throttled when many other lines come after it', () => {
    let now = 0
    const rarely = new LogThrottle(60_000, () => now)
    expect(rarely.shouldLog('first')).toBe(true)
    for (let n = 0; n < 500; n++) rarely.shouldLog(`a ${n}`)
    now = 30_000
    expect(rarely.shouldLog('recent')).toBe(true)
    for (let n = 0; n < 700; n++) rarely.shouldLog(`b ${n}`)
    expect(rarely.shouldLog('recent')).toBe(false)
    expect(rarely.shouldLog('b 699')).toBe(false)
    expect(rarely.shouldLog('first')).toBe(true)
  })
})
