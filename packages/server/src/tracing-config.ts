import type { Environment } from './environment.ts'
import type { TracingConfig } from './shared/config.ts'
import { StartProblem } from './shared/start-problem.ts'

type Variables = Pick<
  Environment,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
>

/** Returns the settings of traces; undefined without an address for them. Throws if a header is not encoded. */
export function tracingConfig(env: Variables): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  if (endpoint === '') return undefined
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS),
    service: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

function readHeaders(text: string): Record<string, string> {
  const pairs = text === '' ? [] : text.split(',')
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const at = pair.indexOf('=')
        return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
      }),
    )
  } catch {
    throw new StartProblem('OTEL_EXPORTER_OTLP_HEADERS has a value with an invalid percent-encoding')
  }
}
