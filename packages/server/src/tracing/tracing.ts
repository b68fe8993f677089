import type { LogEvent as Statement } from 'kysely'
import type { EndedCall } from '../gateway/index.ts'
import type { RunTraced } from '../http/web-call.ts'
import type { CommandOutcome } from '../shared/station-command.ts'

/** Traces of what this process does. */
export interface Tracing {
  /** Runs the work of a request in a span; its status is that of the response. */
  request: RunTraced
  /** Runs a job in a span. */
  job(name: string, work: () => Promise<void>): Promise<void>
  callEnded(call: EndedCall): void
  /** `ms`: time from sending the command to its answer; null without one. */
  commandEnded(id: string, outcome: CommandOutcome, ms: number | null): void
  /** Adds a statement of the database to the current span; absent if no spans are recorded. */
  statement?: (statement: Statement) => void
  /** Sends what is recorded and stops. */
  close(): Promise<void>
}

/** Records nothing. */
export const noTracing: Tracing = {
  request: (_request, work) => work(),
  job: (_name, work) => work(),
  callEnded: () => {},
  commandEnded: () => {},
  close: () => Promise.resolve(),
}
