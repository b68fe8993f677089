import type { Access, Endpoint, Names } from './endpoint.ts'

/**
 * The access table: the response that each kind of caller gets from every endpoint. It is derived from the
 * rows; the server's test of it (test/access-matrix.test.ts) makes every call.
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
 * Owner of the object that a call names: the caller (their account, or the user if a driver), others, or it
 * does not exist.
 */
export const relations = ['own', 'foreign', 'missing'] as const
export type Relation = (typeof relations)[number]

/**
 * `served`: the call was carried out, or refused for its content (400, 409, 503), not for the caller. `rows`:
 * 200 with the requested rows. `empty`: 200 without rows. A number is the status of the refusal.
 */
export type ExpectedAnswer = 'served' | 'rows' | 'empty' | 401 | 403 | 404

/** Returns what a call names: declared by the row, or derived from its path and body. */
export function namesOf(row: Pick<Endpoint, 'path' | 'may' | 'names' | 'body'>): Names {
  if (row.names) return row.names
  const { properties = {} } = row.body as { properties?: object } // a JSON Schema
  if ('filter' in properties) return 'rows'
  return 'id' in properties || /:\w/.test(row.path) ? 'object' : 'nothing'
}

/** Returns the response to a caller with a fresh sign-in. */
export function expectedAnswer(
  row: Pick<Endpoint, 'path' | 'may' | 'names' | 'body'>,
  caller: CallerKind,
  relation: Relation,
): ExpectedAnswer {
  const names = namesOf(row)
  const no = refusalByAccess(row.may, caller)
  if (no !== null) return no
  if (names === 'nothing') return 'served'
  const isReached =
    relation === 'own' || (relation === 'foreign' && caller === 'administrator' && names !== 'personal')
  if (names === 'rows') return isReached ? 'rows' : 'empty'
  return isReached ? 'served' : 404
}

function refusalByAccess(may: Access, caller: CallerKind): 401 | 403 | null {
  if (may === 'public') return null
  if (caller === 'anonymous') return 401
  if (may === 'machine') return null
  if (caller === 'machine') return 403
  if (may === 'operator') return caller === 'driver' ? 403 : null
  return may === 'admin' && caller !== 'administrator' ? 403 : null
}
