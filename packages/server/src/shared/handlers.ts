import type { AnswerOf, BodyOf, Endpoint, ServiceEndpointName } from '@stationmaster/contract'
import type * as contract from '@stationmaster/contract'
import type { Refusal } from './refusal.ts'
import type { Viewer } from './scope.ts'

type Contract = typeof contract

/** Export names of the contract's endpoint rows. */
export type EndpointName = { [K in keyof Contract]: Contract[K] extends Endpoint ? K : never }[keyof Contract]

/** Properties of the request that a handler may use besides its body. */
export interface WebRequest {
  /** Path parameters by name, decoded. */
  params: Readonly<Record<string, string>>
  /** Body as text; empty if none was sent. */
  body: string
  header: (name: string) => string | undefined
  /** Address of the caller. */
  address: string
  /** The caller's user agent, shortened. */
  agent: string
  /** Scheme and host of the request, such as `https://cs.example:8080`. */
  origin: string
  /** Correlation id; part of the response, the log and the error. */
  correlation: string
  /** Fires when the caller has disconnected. */
  signal: AbortSignal
}

/** Response other than 200 with the row's schema. */
export interface OtherAnswer {
  status: number
  body: unknown
}
const other = Symbol('other answer')
export const answerWith = (status: number, body: unknown): OtherAnswer & { [other]: true } => ({
  status,
  body,
  [other]: true,
})
export const isOtherAnswer = (value: unknown): value is OtherAnswer =>
  typeof value === 'object' && value !== null && other in value

type ViewerFor<E> = E extends { may: 'public' | 'machine' } ? Viewer | null : Viewer

/** Handles one endpoint. The viewer is null only if the row admits unauthenticated callers. */
export type Handler<N extends EndpointName> = (
  viewer: ViewerFor<Contract[N]>,
  body: BodyOf<Contract[N]>,
  request: WebRequest,
) => Promise<AnswerOf<Contract[N]> | Refusal | ReturnType<typeof answerWith>>

/** A handler for each endpoint of the API. */
export type AllHandlers = { [N in Exclude<EndpointName, ServiceEndpointName>]: Handler<N> }

/** Exports of a module's http.ts: the handlers of its endpoint rows. */
export type Handlers = Partial<AllHandlers>
