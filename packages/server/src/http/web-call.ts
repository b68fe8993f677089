import type { Readable } from 'node:stream'
import type { WebRequest } from '../shared/handlers.ts'
import type { Viewer } from '../shared/scope.ts'

/** One request as the rooms behind the web door see it; knows no framework. */
export interface WebCall extends WebRequest {
  header: (name: string) => string | undefined
  /** A proxy that TRUST_PROXY does not name has passed the request on: `address` is the proxy's own. */
  isViaUnknownProxy: boolean
  query: Readonly<Record<string, string>>
  /** The body as text; empty where none was sent. */
  body: string
  /** Says for the journal of calls who asks and for what; without it a call is of nobody. */
  note: (what: CallNote) => void
}

/** What a journal keeps of a call beside how it ended. */
export interface CallNote {
  viewer: Viewer | null
  /** The parameters without secrets. */
  parameters: string | null
}

export interface WebReply {
  status: number
  headers: Record<string, string>
  body: string | Buffer | Readable
}

export interface WebRoute {
  method: 'GET' | 'POST'
  /** As in the contract: parameters as `:name`. */
  path: string
  /** Bytes a body may have. */
  maxBytes: number
  /** Calls a minute from one address; without it there is no limit. */
  maxPerMinute?: number
  /** Under which path the journal of calls keeps it; without one it does not. */
  journal?: string
  answer: (call: WebCall) => Promise<WebReply>
}

/** A handler of any endpoint, after its types have been checked where it was written. */
export type AnyHandler = (viewer: Viewer | null, body: unknown, call: WebCall) => Promise<unknown>

export const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): WebReply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})
