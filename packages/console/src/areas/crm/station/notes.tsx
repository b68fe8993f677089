import { Notes } from '../../../features/notes/notes-part.ts'
import type { Station } from '../../../features/stations/station-columns.tsx'

/** The notes about a station. */
export const StationNotes = ({ station }: { station: Station }) => (
  <Notes isTab classCode="charge_point" id={station.id} />
)
