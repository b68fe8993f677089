import type { Access, Endpoint, Names } from './endpoint.ts'

/**
 * The table of access: who is told what, for every endpoint. It is made of the rows; the server's test of it
 * (test/access-matrix.test.ts) makes every call of it.
 */
export const callerKinds = ['nobody', 'machine', 'driver', 'stranger', 'operator', 'administrator'] as const
/** `stranger` is an operator of another account. */
export type CallerKind = (typeof callerKinds)[number]

/** Whose thing a call names: of the caller (their account, or their own where they are a driver), of others, nobody's. */
export const relations = ['own', 'foreign', 'missing'] as const
export type Relation = (typeof relations)[number]

/**
 * `served`: the call was done, or refused for its content (400, 409, 503), not for who asks. `rows`: 200 with what
 * was asked for. `empty`: 200 without a row. A number is the status of the refusal.
 */
export type ExpectedAnswer = 'served' | 'rows' | 'empty' | 401 | 403 | 404

/** What a call names: the row says so, or its path and body tell. */
export function namesOf(row: Pick<Endpoint, 'path' | 'may' | 'names' | 'body'>): Names {
  if (row.names) return row.names
  const { properties = {} } = row.body as { properties?: object } // of JSON Schema
  if ('filter' in properties) return 'rows'
  return 'id' in properties || /:\w/.test(row.path) ? 'object' : 'nothing'
}

/** What a caller is told whose sign-in is fresh. */
export function expectedAnswer(
  row: Pick<Endpoint, 'path' | 'may' | 'names' | 'body'>,
  caller: CallerKind,
  relation: Relation,
): ExpectedAnswer {
  const names = namesOf(row)
  const no = refusalAtTheDoor(row.may, caller)
  if (no !== null) return no
  if (names === 'nothing') return 'served'
  const isReached =
    relation === 'own' || (relation === 'foreign' && caller === 'administrator' && names !== 'personal')
  if (names === 'rows') return isReached ? 'rows' : 'empty'
  return isReached ? 'served' : 404
}

function refusalAtTheDoor(may: Access, caller: CallerKind): 401 | 403 | null {
  if (may === 'public') return null
  if (caller === 'nobody') return 401
  if (may === 'machine') return null
  if (caller === 'machine') return 403
  if (may === 'operator') return caller === 'driver' ? 403 : null
  return may === 'admin' && caller !== 'administrator' ? 403 : null
}
