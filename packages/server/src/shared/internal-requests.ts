import type { AnswerOf, BodyOf } from '@stationmaster/contract'
import type * as contract from '@stationmaster/contract'
import type { AllHandlers } from './handlers.ts'
import type { Refusal } from './refusal.ts'
import type { Viewer } from './scope.ts'

type Name = keyof AllHandlers
type Row<N extends Name> = (typeof contract)[N]

/** Use of endpoints for a user by work that continues without a request. */
export interface InternalRequests {
  /** Returns the refusal of a request by role, areas and rights; null if they allow it. */
  refusal: <N extends Name>(viewer: Viewer, name: N, body: BodyOf<Row<N>>) => Refusal | null
  /** Runs work with tenant isolation for the user. */
  within: <T>(viewer: Viewer, work: () => Promise<T>) => Promise<T>
  request: <N extends Name>(
    viewer: Viewer,
    name: N,
    given: { body: BodyOf<Row<N>>; signal: AbortSignal },
  ) => Promise<AnswerOf<Row<N>> | Refusal>
}
