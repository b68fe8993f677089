import { Notes } from '../../../features/notes/notes-part.ts'
import type { SectionProps } from '../screens/station.tsx'

/** The notes about a station. */
export const StationNotes = ({ station }: SectionProps) => <Notes classCode="charge_point" id={station.id} />
