import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { ImportReference } from '../imports/index.ts'
import { findClientsOfNames, isClientOf } from './store.ts'

interface Assignment {
  /** Account of the object. */
  accountId: string
  /** Client that the request names; null: none, undefined: unchanged. */
  client: string | null | undefined
  isNew: boolean
}

/**
 * Returns the column of the client that an object gets: that of the request, if the account has it. Objects that
 * users of a client create belong to that client, and they cannot assign another one.
 */
export async function clientColumn(
  tx: Tx,
  viewer: Viewer,
  { accountId, client, isNew }: Assignment,
): Promise<{ client_id?: string | null } | Refusal> {
  const notFound = refuse('client.not_found', { field: 'client' })
  if (viewer.clientId !== null) {
    if (client !== undefined && client !== viewer.clientId) return notFound
    return isNew ? { client_id: viewer.clientId } : {}
  }
  if (client === undefined) return {}
  if (client !== null && !(await isClientOf(tx, accountId, client))) return notFound
  return { client_id: client }
}

/** Client of an object in an imported file. */
export const clientReference: ImportReference = {
  columns: ['clientcode', 'clientname', 'client'],
  find: findClientsOfNames,
  missing: refuse('client.not_found', { field: 'client' }),
}
