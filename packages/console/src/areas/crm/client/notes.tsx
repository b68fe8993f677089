import { Notes } from '../../../features/notes/notes-part.ts'
import type { ClientTabProps } from '../screens/client.tsx'

/** The notes about a client. */
export const ClientNotes = ({ client }: ClientTabProps) => <Notes classCode="client" id={client.id} />
