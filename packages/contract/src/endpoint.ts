import type { Static, TObject, TSchema } from 'typebox'

/**
 * Who may call an endpoint at all. Which rows the caller then sees is decided by the scope of each query.
 * `public`: no token. `machine`: a client-credentials token or better. `user`: any signed-in person.
 * `operator`: a person whose interface is not `driver`. `admin`: administrators.
 */
export type Access = 'public' | 'machine' | 'user' | 'operator' | 'admin'

/**
 * What a call names, as the table of access (access-table.ts) needs to know it. `nothing`: what is the caller's
 * own, or nobody's. `object`: one thing of an account. `rows`: a list that is asked for things of an account.
 * `personal`: one thing of the caller, which administrators do not reach either.
 */
export type Names = 'nothing' | 'object' | 'rows' | 'personal'

/** One row of the HTTP interface: read by the server that answers and by the console that asks. */
export interface Endpoint<
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
  May extends Access = Access,
> {
  /** Path below `/api/v1`, or from the root when `root` is true. Path parameters as `:name`. */
  path: string
  root?: boolean
  method?: 'POST' | 'GET'
  /** Groups the page at `/docs`. */
  subject: string
  summary: string
  may: May
  /** What a call names, where path and body do not tell (`namesOf`). */
  names?: Names
  /**
   * Only while the session's last proof (password, second factor) is younger than ten minutes; otherwise 403
   * `fresh_login_required`. A function looks at the body and the path's parameters.
   */
  fresh?: true | ((body: unknown, params: Readonly<Record<string, string>>) => boolean)
  body: Body
  answer: Answer
  /**
   * The call runs a query that may be slow, or reads many rows, though its body is no list query; `isQuery` knows
   * the others by their body.
   */
  query?: true
  /** The list may also be fetched as CSV with `?format=csv`. */
  csv?: boolean
  /** Bytes a body may have; without it 1 MiB, and 16 KiB where nobody needs to have signed in. */
  maxBytes?: number
  /** Calls a minute from one address; without it there is no limit. */
  maxPerMinute?: number
  /** Texts of the body reach a station as they are; elsewhere what no text column holds (NUL) is replaced. */
  isVerbatim?: boolean
  /** Media type of the answer where it is no JSON. */
  produces?: string
}

/** Keys of a body with which callers make a query of their own. */
const queryKeys = ['filter', 'search', 'orderby', 'after', 'recoffset'] as const

/**
 * Returns whether a call runs a query of the caller's own making (filter, search, order, paging, CSV). Such calls go
 * through the server's entry point for queries, which limits how many run for one user and in all.
 */
export function isQuery(row: Pick<Endpoint, 'body' | 'csv' | 'query'>): boolean {
  const { properties = {} } = row.body as { properties?: object } // of JSON Schema
  return row.query === true || row.csv === true || queryKeys.some((key) => key in properties)
}

export type BodyOf<E> = E extends Endpoint<infer B, TSchema> ? Static<B> : never
export type AnswerOf<E> = E extends Endpoint<TSchema, infer A> ? Static<A> : never

/** Declares an endpoint row; keeps the precise types of its schemas and of who may call it. */
export const endpoint = <
  Body extends TObject | TSchema,
  Answer extends TSchema,
  const May extends Access = Access,
>(
  row: Endpoint<Body, Answer, May>,
): Endpoint<Body, Answer, May> => row
