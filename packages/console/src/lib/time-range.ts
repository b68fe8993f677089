import { useState } from 'react'
import { oneOf, type Parameter } from './address.ts'
import type { SearchTerm } from './list.ts'

/**
 * Periods of lists and journals. In the address a preset is `range`, a custom period `from` and `to` as ISO
 * instants. `night`: yesterday 18:00 to today 08:00, in the time zone of the browser.
 */
export const rangePresets = [
  'any',
  'hour',
  'night',
  'yesterday',
  'day',
  'week',
  'month',
  'thisMonth',
] as const
export type RangePreset = (typeof rangePresets)[number]

/** A period as the address has it; with `from` or `to` the preset does not count. */
export interface RangePlace {
  range: RangePreset
  from: string
  to: string
}

/** Limits of a period as instants; empty: without limit. The start belongs to the period, the end does not. */
export interface TimeRange {
  from: string
  to: string
}

/** An ISO instant, in the form that the server accepts; empty if absent. */
export const instant = (): Parameter<string> => ({
  read: (raw) => {
    const at = raw === null ? Number.NaN : Date.parse(raw)
    return Number.isNaN(at) ? '' : new Date(at).toISOString()
  },
  write: (value) => (value === '' ? null : value),
})

/** Returns the parameters of a period in the address; `otherwise` is the preset shown first. */
export const rangeParameters = (otherwise: RangePreset = 'any') => ({
  range: oneOf(rangePresets, otherwise),
  from: instant(),
  to: instant(),
})

export const isCustom = ({ from, to }: TimeRange): boolean => from !== '' || to !== ''

const hoursAgo = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const

/**
 * Returns the limits of a period at a time. Times relative to now are rounded down to the minute, so that
 * queries stay the same in between.
 */
export function resolveRange({ range, from, to }: RangePlace, now = Date.now()): TimeRange {
  if (isCustom({ from, to })) return { from, to }
  const minute = Math.floor(now / 60_000) * 60_000
  switch (range) {
    case 'any':
      return { from: '', to: '' }
    case 'night':
      return { from: localTime(now, -1, 18), to: localTime(now, 0, 8) }
    case 'yesterday':
      return { from: localTime(now, -1, 0), to: localTime(now, 0, 0) }
    case 'thisMonth': {
      const today = new Date(now)
      return { from: new Date(today.getFullYear(), today.getMonth(), 1).toISOString(), to: '' }
    }
    default:
      return { from: new Date(minute - hoursAgo[range] * 3_600_000).toISOString(), to: '' }
  }
}

/**
 * Returns the limits of a period as they were when it was chosen: a log that is read page by page would start
 * again whenever a minute has passed.
 */
export function useFixedRange({ range, from, to }: RangePlace): TimeRange {
  const key = [range, from, to].join(' ')
  const [fixed, setFixed] = useState(() => ({ key, limits: resolveRange({ range, from, to }) }))
  if (fixed.key === key) return fixed.limits
  const limits = resolveRange({ range, from, to })
  setFixed({ key, limits })
  return limits
}

/** Returns an hour of a day by the local calendar: days are 23 or 25 hours long when the clocks change. */
function localTime(now: number, days: number, hour: number): string {
  const today = new Date(now)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days, hour).toISOString()
}

/** Returns terms for the values of a column within a period. */
export const rangeSearch = (field: string, { from, to }: TimeRange): SearchTerm[] => [
  ...(from === '' ? [] : [{ condition: 'AND' as const, field, compare: 'GEQ' as const, value: from }]),
  ...(to === '' ? [] : [{ condition: 'AND' as const, field, compare: 'LSS' as const, value: to }]),
]
