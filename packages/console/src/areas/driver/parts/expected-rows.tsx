import { useState } from 'react'
import { savedCount } from '../../../lib/saved-offline.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'

interface ExpectedRowsProps {
  list: Parameters<typeof savedCount>[0]
  /** The most rows that the list shows. */
  most: number
  /** Height of a row, of the gap between two, and of the text where there is no row, in pixels. */
  heights: { row: number; gap?: number; none: number }
  query: { error: unknown; refetch: () => unknown }
}

/**
 * Takes the place of a list until it is loaded, as high as the list was at the last visit, so that what follows does not
 * move. At the first visit the height is not known, and what follows is hidden.
 */
export function ExpectedRows({ list, most, heights: { row, gap = 0, none }, query }: ExpectedRowsProps) {
  const [saved] = useState(() => savedCount(list))
  const expected = Math.min(most, saved ?? 1)
  return (
    <div data-unknown={(saved === null && !query.error) || undefined}>
      <Unloaded
        small
        query={query}
        rows={Math.max(1, expected)}
        rowHeight={expected === 0 ? none : row + gap - gap / expected}
      />
    </div>
  )
}
