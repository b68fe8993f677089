import type { Access, Endpoint, Names } from './endpoint.ts'

/**
 * Kinds of callers in the access table: the expected response of every endpoint to each, derived from the
 * endpoint's row. The server's test/access-matrix.test.ts verifies it with requests.
 */
export const callerKinds = [
  'anonymous',
  'machine',
  'driver',
  'stranger',
  'operator',
  'administrator',
] as const
/** `stranger` is an operator of another account. */
export type CallerKind = (typeof callerKinds)[number]

/**
 * Owner of the requested object: the caller (a driver) or the caller's account, another one, or none because
 * the object does not exist.
 */
export const relations = ['own', 'foreign', 'missing'] as const
export type Relation = (typeof relations)[number]

/**
 * `served`: not refused because of the caller, though perhaps because of the body or state (400, 409, 503).
 * `rows`: 200 with rows. `empty`: 200 without rows. A number is the status of the refusal.
 */
export type ExpectedAnswer = 'served' | 'rows' | 'empty' | 401 | 403 | 404

/** Returns the data that a request refers to: declared by the row, or derived from its path and body. */
export function namesOf(row: Pick<Endpoint, 'path' | 'may' | 'names' | 'body'>): Names {
  if (row.names) return row.names
  const { properties = {} } = row.body as { properties?: object } // a JSON Schema
  if ('filter' in properties) return 'rows'
  return 'id' in properties || /:\w/.test(row.path) ? 'object' : 'nothing'
}

/** Returns the expected response to a caller with a fresh sign-in. */
export function expectedAnswer(
  row: Pick<Endpoint, 'path' | 'may' | 'names' | 'body'>,
  caller: CallerKind,
  relation: Relation,
): ExpectedAnswer {
  const names = namesOf(row)
  const refusal = refusalByAccess(row.may, caller)
  if (refusal !== null) return refusal
  if (names === 'nothing') return 'served'
  const isAccessible =
    relation === 'own' || (relation === 'foreign' && caller === 'administrator' && names !== 'personal')
  if (names === 'rows') return isAccessible ? 'rows' : 'empty'
  return isAccessible ? 'served' : 404
}

function refusalByAccess(may: Access, caller: CallerKind): 401 | 403 | null {
  if (may === 'public') return null
  if (caller === 'anonymous') return 401
  if (may === 'machine') return null
  if (caller === 'machine') return 403
  // no caller of the table belongs to a client
  if (may === 'client') return 403
  if (may === 'operator') return caller === 'driver' ? 403 : null
  return may === 'admin' && caller !== 'administrator' ? 403 : null
}
