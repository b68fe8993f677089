import { useEffect } from 'react'
import type { SearchTerm } from '../../lib/list.ts'
import type { DisplayState } from '../../ui/state/state-names.ts'

/** The map of the stations that match. */
export default function StationsOnMap({
  onMissing,
}: {
  filter: readonly DisplayState[]
  search: readonly SearchTerm[]
  onMissing: () => void
}) {
  useEffect(onMissing, [onMissing])
  return null
}
