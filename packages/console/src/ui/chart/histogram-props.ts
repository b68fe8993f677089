import type { Bucket } from './histogram-scale.ts'

/** Properties of a histogram of events. */
export interface HistogramProps {
  label: string
  /** Describes the picture in one sentence. */
  sentence: string
  from: number
  to: number
  /** Number of parts of the period; those without events are left out of `buckets`. */
  parts: number
  buckets: readonly Bucket[]
  /** Categories from the bottom of a bar to its top. */
  categories: readonly { label: string; colour: string }[]
  /** Selected part of the period. */
  selection: { from: number; to: number } | null
  /** Called with null to clear the selection. */
  onSelect: (selection: { from: number; to: number } | null) => void
}
