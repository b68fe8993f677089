import { Notes } from '../../../features/notes/notes-part.ts'
import type { Client } from '../../../features/clients/client-columns.tsx'

/** The notes about a client. */
export const ClientNotes = ({ client }: { client: Client }) => (
  <Notes isTab classCode="client" id={client.id} />
)
