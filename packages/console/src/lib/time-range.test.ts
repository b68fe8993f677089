import { describe, expect, it } from 'vitest'
import { readAddress, writeAddress } from './address.ts'
import { rangeParameters, rangeSearch, resolveRange } from './time-range.ts'

const now = new Date(2026, 10, 24, 9, 30, 42).getTime()
const local = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString()
const preset = (range: Parameters<typeof resolveRange>[0]['range']) =>
  resolveRange({ range, from: '', to: '' }, now)

describe('a period', () => {
  it('resolves presets by the local calendar', () => {
    expect(preset('night')).toEqual({ from: local(23, 18), to: local(24, 8) })
    expect(preset('yesterday')).toEqual({ from: local(23, 0), to: local(24, 0) })
    expect(preset('thisMonth')).toEqual({ from: local(1, 0), to: '' })
    expect(preset('any')).toEqual({ from: '', to: '' })
  })

  it('rounds relative periods down to the minute', () => {
    const minute = new Date(2026, 10, 24, 9, 30).getTime()
    expect(preset('day')).toEqual({ from: new Date(minute - 86_400_000).toISOString(), to: '' })
    expect(preset('week').from).toBe(new Date(minute - 7 * 86_400_000).toISOString())
  })

  it('prefers limits in the address and ignores invalid ones', () => {
    const where = rangeParameters('day')
    const read = (search: string) => readAddress(where, new URLSearchParams(search))
    expect(read('from=2026-11-24T01:30:00Z&to=nonsense')).toEqual({
      range: 'day',
      from: '2026-11-24T01:30:00.000Z',
      to: '',
    })
    expect(resolveRange(read('range=night&to=2026-11-24T01:30:00Z'), now)).toEqual({
      from: '',
      to: '2026-11-24T01:30:00.000Z',
    })
    expect(read('range=century').range).toBe('day')
    const night = writeAddress(where, new URLSearchParams('from=2026-11-24T01:30:00Z'), {
      range: 'night',
      from: '',
      to: '',
    })
    expect(night.toString()).toBe('range=night')
  })

  it('excludes its end in a search', () => {
    expect(rangeSearch('datetime', { from: 'a', to: 'b' })).toEqual([
      { condition: 'AND', field: 'datetime', compare: 'GEQ', value: 'a' },
      { condition: 'AND', field: 'datetime', compare: 'LSS', value: 'b' },
    ])
    expect(rangeSearch('datetime', { from: '', to: '' })).toEqual([])
  })
})
