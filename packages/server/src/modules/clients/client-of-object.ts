import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
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
  if (viewer.clientId !== null && !viewer.isAdmin) {
    if (client !== undefined && client !== viewer.clientId) return notFound
    return isNew ? { client_id: viewer.clientId } : {}
  }
  if (client === undefined) return {}
  if (client !== null && !(await isClientOf(tx, accountId, client))) return notFound
  return { client_id: client }
}

/** Returns the column of the client that a row of an imported file names. */
export type ClientOfName = (name: string | undefined) => { client_id?: string | null } | Refusal

/**
 * Finds the clients that rows of a file name by number or name, for new objects. Objects that users of a client
 * import belong to that client.
 */
export async function clientsOfNames(
  tx: Tx,
  viewer: Viewer,
  names: readonly (string | undefined)[],
): Promise<ClientOfName> {
  const given = [...new Set(names.flatMap((name) => (name ? [name.toLowerCase()] : [])))]
  const found = given.length === 0 ? [] : await findClientsOfNames(tx, viewer.accountId, given)
  const ids = new Map<string, Set<string>>()
  // a number is unique, so it takes precedence
  for (const { id, code, name } of found) {
    if (!found.some((other) => other.code === name)) ids.set(name, (ids.get(name) ?? new Set()).add(id))
    ids.set(code, new Set([id]))
  }
  const own = viewer.isAdmin ? null : viewer.clientId
  return (name) => {
    if (!name) return own === null ? {} : { client_id: own }
    const [id, other] = ids.get(name.toLowerCase()) ?? []
    if (id === undefined || (own !== null && id !== own))
      return refuse('client.not_found', { field: 'client' })
    return other === undefined ? { client_id: id } : refuse('import.name_ambiguous', { field: 'client' })
  }
}
