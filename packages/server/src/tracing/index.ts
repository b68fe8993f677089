// Traces by OpenTelemetry, sent by OTLP over HTTP. Not here: metrics (src/metrics).
import type { Config } from '../shared/config.ts'
import type { Log } from '../shared/log.ts'
import { noTracing, type Tracing } from './tracing.ts'

export type { Tracing } from './tracing.ts'

/** Opens the tracing of this process. Its library is loaded only if an address for traces is configured. */
export async function openTracing({ tracing, role }: Config, log: Log): Promise<Tracing> {
  if (!tracing) return noTracing
  const { OtlpTracing } = await import('./otlp-tracing.ts')
  return new OtlpTracing({ ...tracing, role, log })
}
