import type { SpanContext } from '@opentelemetry/api'

const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Reads the header `traceparent` (W3C Trace Context, 3.2); returns null unless it has version 00 and valid ids. */
export function readTraceParent(header: string): SpanContext | null {
  const [, traceId, spanId, flags] = form.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return null
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
