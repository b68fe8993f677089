import type { EndpointUse } from './endpoint-use.ts'
import type { Static, TObject, TSchema } from 'typebox'

/**
 * Callers that may use an endpoint at all. The scope of each query decides which rows the caller then sees.
 * `public`: no token. `machine`: a client-credentials token or a user's. `user`: any signed-in user.
 * `client`: a user of a client, drivers included. `operator`: a user whose interface is not `driver`. `admin`:
 * administrators.
 */
export type Access = 'public' | 'machine' | 'user' | 'client' | 'operator' | 'admin'

/**
 * Data that a request refers to, for the access table (access-table.ts). `nothing`: the caller's own data,
 * or data without an owner. `object`: one object of an account. `rows`: a list of objects of an account.
 * `personal`: one object of the caller that even administrators cannot access.
 */
export type Names = 'nothing' | 'object' | 'rows' | 'personal'

/** One row of the HTTP API, read by the server and by the console. */
export interface Endpoint<
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
  May extends Access = Access,
> {
  /** Path below `/api/v1`, or from the root when `root` is true. Path parameters as `:name`; `*` is any rest. */
  path: string
  root?: boolean
  method?: 'POST' | 'GET' | 'PUT'
  /** Groups the endpoints on the page `/docs`. */
  subject: string
  summary: string
  may: May
  use: EndpointUse
  /** Data that a request refers to, if `namesOf` cannot derive it from path and body. */
  names?: Names
  /**
   * Requires that the password or second factor was verified in the last ten minutes; otherwise 403
   * `sign_in.fresh_required`. A function decides by the body and the path's parameters.
   */
  fresh?: true | ((body: unknown, params: Readonly<Record<string, string>>) => boolean)
  body: Body
  answer: Answer
  /**
   * True if the request runs a query that may be slow or reads many rows, although its body is not a list
   * query; `isQuery` finds the others by their body.
   */
  query?: true
  /** True if the list is also available as a file with `?format=csv` or `xlsx`. */
  csv?: boolean
  /** Maximum bytes of a body; by default 1 MiB, and 16 KiB for calls without sign-in. */
  maxBytes?: number
  /** Calls per minute from one address; no limit by default. */
  maxPerMinute?: number
  /**
   * True if texts of the body are sent to a station unchanged; elsewhere characters that a text column cannot
   * store (NUL) are replaced.
   */
  isVerbatim?: boolean
  /**
   * True if responses are compressed although the request is no query (`isCompressed`). A response that contains
   * a secret is never compressed: its length could reveal the secret beside text that someone else chooses.
   */
  compressed?: true
  /** Media type of a body that is not JSON; any other one is taken, too, and the handler reads it as it arrives. */
  consumes?: string
  /** Media type of a response that is not JSON. */
  produces?: string
}

/** Keys of a body with which callers compose a query. */
const queryKeys = ['filter', 'search', 'orderby', 'after', 'recoffset'] as const

/**
 * Returns true if a call runs a query composed by the caller (filter, search, order, paging, CSV). Such calls
 * use the server's entry point for queries, which limits how many run per user and in total.
 */
export function isQuery(row: Pick<Endpoint, 'body' | 'csv' | 'query'>): boolean {
  const { properties = {} } = row.body as { properties?: object } // a JSON Schema
  return row.query === true || row.csv === true || queryKeys.some((key) => key in properties)
}

/** Returns true if long responses are compressed: those of queries, which contain no secrets, and of rows with `compressed`. */
export const isCompressed = (row: Pick<Endpoint, 'body' | 'csv' | 'query' | 'compressed'>): boolean =>
  row.compressed === true || isQuery(row)

export type BodyOf<E> = E extends Endpoint<infer B, TSchema> ? Static<B> : never
export type AnswerOf<E> = E extends Endpoint<TSchema, infer A> ? Static<A> : never

/** Declares an endpoint row; keeps the precise types of its schemas and of its access. */
export const endpoint = <
  Body extends TObject | TSchema,
  Answer extends TSchema,
  const May extends Access = Access,
>(
  row: Endpoint<Body, Answer, May>,
): Endpoint<Body, Answer, May> => row
