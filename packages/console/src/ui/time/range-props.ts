import type { RangePlace, RangePreset, TimeRange } from '../../lib/time-range.ts'

/** Properties of a selection of a period. */
export interface RangePickerProps {
  at: RangePlace
  onChange: (place: RangePlace) => void
  /** Presets of the panel, in order. */
  presets: readonly RangePreset[]
  /** Presets that are also segments next to the button, which then shows the limits. */
  segments?: readonly RangePreset[]
  /** False if the page shows the time zone itself. */
  zone?: boolean
}

/** Properties of its panel. */
export interface RangePanelProps {
  at: RangePlace
  limits: TimeRange
  presets: readonly RangePreset[]
  zone: boolean
  onPick: (place: RangePlace) => void
}
