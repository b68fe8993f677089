import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { LogEvent as Statement } from 'kysely'
import type { EndedCall } from '../gateway/index.ts'
import type { TracedRequest } from '../http/web-call.ts'
import type { Role, TracingConfig } from '../shared/config.ts'
import { type CurrentTrace, currentTrace, type TraceFields } from '../shared/current-trace.ts'
import type { Log } from '../shared/log.ts'
import { LogThrottle } from '../shared/log-throttle.ts'
import type { CommandOutcome } from '../shared/station-command.ts'
import { version } from '../version.ts'
import { readTraceParent } from './trace-parent.ts'
import type { Tracing } from './tracing.ts'

/** Spans that wait to be sent; beyond this new ones are dropped. */
export const maxWaitingSpans = 2_048
const maxSpansOfExport = 512
const exportTimeoutMs = 10_000
/** Characters of an attribute, such as the text of a statement. */
const maxAttributeLength = 2_000
const complainEveryMs = 60_000

interface Options extends TracingConfig {
  role: Role
  log: Log
}

/**
 * Records spans of requests with their statements, of calls of stations, of commands and of jobs, and sends them by
 * OTLP over HTTP. They contain no parameters of requests and statements, no payloads, and no identities of stations.
 */
export class OtlpTracing implements Tracing {
  private readonly provider: TracerProvider
  private readonly tracer: Tracer

  constructor({ url, headers, service, ratio, role, log }: Options) {
    const exporter = reporting(new OTLPTraceExporter({ url, headers, timeoutMillis: exportTimeoutMs }), log)
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.name': service,
        'service.version': version,
        'stationmaster.role': role,
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanLimits: { attributeValueLengthLimit: maxAttributeLength },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: maxWaitingSpans,
          maxExportBatchSize: maxSpansOfExport,
          exportTimeoutMillis: exportTimeoutMs,
        }),
      ],
    })
    this.tracer = this.provider.getTracer('stationmaster', version)
  }

  request<Reply extends { status: number }>(
    { method, route, correlation, parent }: TracedRequest,
    work: () => Promise<Reply>,
  ): Promise<Reply> {
    const remote = parent === null ? null : readTraceParent(parent)
    const span = this.tracer.startSpan(
      `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'stationmaster.correlation': correlation,
        },
      },
      remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT,
    )
    return within(span, async () => {
      const reply = await work()
      span.setAttribute('http.response.status_code', reply.status)
      if (reply.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      return reply
    })
  }

  job(name: string, work: () => Promise<void>): Promise<void> {
    const attributes = { 'stationmaster.job': name }
    return within(this.tracer.startSpan(`job ${name}`, { attributes }, ROOT_CONTEXT), work)
  }

  callEnded({ action, outcome, ms, station }: EndedCall): void {
    this.add(`ocpp ${action}`, {
      kind: SpanKind.SERVER,
      ms,
      hasFailed: outcome === 'internal_error',
      attributes: {
        'rpc.system': 'ocpp',
        'rpc.method': action,
        'stationmaster.outcome': outcome,
        'stationmaster.station': station,
      },
    })
  }

  commandEnded(id: string, { kind }: CommandOutcome, ms: number | null): void {
    this.add('ocpp command', {
      kind: SpanKind.CLIENT,
      ms: ms ?? 0,
      hasFailed: kind !== 'result' && kind !== 'late',
      attributes: { 'rpc.system': 'ocpp', 'stationmaster.outcome': kind, 'stationmaster.command': id },
    })
  }

  readonly statement = ({ query, queryDurationMillis, level }: Statement): void => {
    const current = currentTrace.getStore()
    if (!(current instanceof Recorded)) return
    this.add('postgresql', {
      kind: SpanKind.CLIENT,
      ms: queryDurationMillis,
      hasFailed: level === 'error',
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': query.sql },
      parent: current.context,
    })
  }

  close(): Promise<void> {
    // what cannot be sent is lost
    return this.provider.shutdown().catch(() => {})
  }

  /** Adds a span that ends now. */
  private add(name: string, { kind, ms, attributes, hasFailed, parent = ROOT_CONTEXT }: EndedWork): void {
    const endMs = Date.now()
    const span = this.tracer.startSpan(name, { kind, attributes, startTime: endMs - ms }, parent)
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endMs)
  }
}

interface EndedWork {
  kind: SpanKind
  /** Duration in milliseconds. */
  ms: number
  attributes: Attributes
  hasFailed: boolean
  parent?: Context
}

/** Span in which work runs. */
class Recorded implements CurrentTrace {
  readonly fields: TraceFields
  readonly context: Context

  constructor(span: Span) {
    const { traceId, spanId } = span.spanContext()
    this.fields = { trace_id: traceId, span_id: spanId }
    this.context = trace.setSpan(ROOT_CONTEXT, span)
  }
}

/** Runs work in a span, which ends with it. */
async function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await currentTrace.run(new Recorded(span), work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** Returns the exporter so that failures are logged, at most once a minute. */
function reporting(exporter: OTLPTraceExporter, log: Log): SpanExporter {
  const complaints = new LogThrottle(complainEveryMs)
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && complaints.shouldLog(''))
          log.warn({ err: result.error, lost: spans.length }, 'tracing: spans were not sent')
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
