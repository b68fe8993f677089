import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import type * as contract from '@stationmaster/contract'
import type { Refusal } from './refusal.ts'
import type { Viewer } from './scope.ts'

type Contract = typeof contract

/** The export names of the contract's endpoint rows. */
export type EndpointName = { [K in keyof Contract]: Contract[K] extends Endpoint ? K : never }[keyof Contract]

/** What a handler may know of the request beside its body. */
export interface WebRequest {
  /** Path parameters by name, decoded. */
  params: Readonly<Record<string, string>>
  /** Address of the caller. */
  address: string
  /** The caller's user agent, shortened. */
  agent: string
  /** Scheme and host under which the caller sees us, such as `https://cs.example:8080`. */
  origin: string
  /** Stands in the answer, the log and the failure. */
  correlation: string
  /** Fires when the caller has gone. */
  signal: AbortSignal
}

/** An answer that is not simply 200 with the row's schema. */
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

/** Answers one endpoint. The viewer is null only where the row lets callers without a person in. */
export type Handler<N extends EndpointName> = (
  viewer: ViewerFor<Contract[N]>,
  body: BodyOf<Contract[N]>,
  request: WebRequest,
) => Promise<AnswerOf<Contract[N]> | Refusal | ReturnType<typeof answerWith>>

/** What a module's http.ts exports: a handler for each of its endpoint rows, by the row's export name. */
export type Handlers = { [N in EndpointName]?: Handler<N> }
