import { isCustom, type RangePlace, type RangePreset } from '../../lib/time-range.ts'
import type { ListFilter } from '../table/segment-filter.tsx'
import { RangePicker } from './range-picker.tsx'

/** Presets of lists and journals, which may also be read without limit. */
export const listPresets: readonly RangePreset[] = [
  'any',
  'hour',
  'day',
  'night',
  'yesterday',
  'week',
  'month',
  'thisMonth',
]

/** Returns a filter of a list by a period; `text` describes it while it is active. */
export const rangeFilter = (
  at: RangePlace,
  go: (change: RangePlace & { page: number }) => void,
  text: string,
): ListFilter => ({
  active: at.range === 'any' && !isCustom(at) ? [] : [text],
  clear: { range: 'any', from: '', to: '' },
  control: (
    <RangePicker key="range" at={at} onChange={(place) => go({ ...place, page: 1 })} presets={listPresets} />
  ),
})
