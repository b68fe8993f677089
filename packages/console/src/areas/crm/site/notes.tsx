import { Notes } from '../../../features/notes/notes-part.ts'
import type { Site } from '../../../features/sites/site-columns.tsx'

/** The notes about a site. */
export const SiteNotes = ({ site }: { site: Site }) => <Notes isTab classCode="site" id={site.id} />
