import type { Readable } from 'node:stream'
import type { WebRequest } from '../shared/handlers.ts'
import type { Viewer } from '../shared/scope.ts'

/** Request as handlers use it, independent of the framework. */
export interface WebCall extends WebRequest {
  /** True if a proxy that TRUST_PROXY does not name has forwarded the request: `address` is the proxy's own. */
  isViaUnknownProxy: boolean
  query: Readonly<Record<string, string>>
  /** Body of a route that reads it as it arrives, else null; `body` is then empty. */
  stream: Readable | null
  /** Records for the API log the caller and the parameters; without it a request has no caller there. */
  note: (what: CallNote) => void
}

/** Content of an API log entry besides the outcome. */
export interface CallNote {
  viewer: Viewer | null
  /** Parameters without secrets. */
  parameters: string | null
}

export interface WebReply {
  status: number
  headers: Record<string, string>
  body: string | Buffer | Readable
}

/** File of the console that the framework sends, compressed if the caller accepts it. */
export interface StoredFile {
  /** Path below the folder of the console. */
  file: string
  /** True if its name contains a hash of its content, so that it never changes. */
  isHashed: boolean
  /** Content security policy instead of the one that allows nothing. */
  policy?: string
}

export interface WebRoute {
  method: 'GET' | 'POST' | 'PUT'
  /** Path as in the contract: parameters as `:name`, any rest as `*`. */
  path: string
  /** True if the handler reads the body as it arrives, of any type, without limits on length and duration. */
  isStreamed?: boolean
  /** Maximum length of the body in bytes. */
  maxBytes: number
  /** Requests per minute from one address; absent: no limit. */
  maxPerMinute?: number
  /** Path under which the API log stores it; absent: not stored. */
  journal?: string
  /** True if responses are compressed for callers that accept it; never for responses with secrets. */
  compressed?: boolean
  answer: (call: WebCall) => Promise<WebReply>
}

/** Request that a span of a trace describes. */
export interface TracedRequest {
  method: string
  /** Path as in the contract, with parameters as `:name`. */
  route: string
  /** Correlation id. */
  correlation: string
  /** Header `traceparent` (W3C Trace Context, 3.2) of a trusted proxy; null without one. */
  parent: string | null
}

/** Runs the work of a request in a span. */
export type RunTraced = <Reply extends { status: number }>(
  request: TracedRequest,
  work: () => Promise<Reply>,
) => Promise<Reply>

/** Handler of any endpoint, after its types were checked at its definition. */
export type AnyHandler = (viewer: Viewer | null, body: unknown, call: WebCall) => Promise<unknown>

export const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): WebReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})
