import { AsyncLocalStorage } from 'node:async_hooks'

/** Ids of a span as log lines have them (OpenTelemetry, "Trace Context in non-OTLP Log Formats"). */
export interface TraceFields {
  trace_id: string
  span_id: string
}

/** Span in which the current work runs. */
export interface CurrentTrace {
  readonly fields: TraceFields
}

export const currentTrace = new AsyncLocalStorage<CurrentTrace>()
