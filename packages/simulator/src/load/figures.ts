import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

export interface LatencyFigures {
  readonly calls: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface LoadFigures extends LatencyFigures {
  /** Connections that were open. */
  readonly open: number
  readonly active: number
  readonly seconds: number
  readonly callsPerS: number
  readonly errors: number
  /** The first error; empty if there was none. */
  readonly firstError: string
  /** Processor time of the generator itself, in microseconds. */
  readonly loadCpuUsPerCall: number
  readonly byKind: Readonly<Record<string, LatencyFigures>>
}

/** Creates a histogram of microseconds, up to a minute. */
export const newHistogram = (): RecordableHistogram =>
  createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 })

const ms = (microseconds: number): number => Math.round(microseconds / 10) / 100

export function latencyFigures(histogram: RecordableHistogram): LatencyFigures {
  const calls = Number(histogram.count)
  return calls === 0
    ? { calls, p50Ms: 0, p99Ms: 0, maxMs: 0 }
    : {
        calls,
        p50Ms: ms(histogram.percentile(50)),
        p99Ms: ms(histogram.percentile(99)),
        maxMs: ms(histogram.max),
      }
}
