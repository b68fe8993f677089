// Metrics: what a monitoring system reads at /metrics. Not here: the overview of administrators (modules/health).
import type { Clock } from '../shared/clock.ts'
import { CachedValue } from '../modules/health/index.ts'
import { countBacklog } from './backlog-store.ts'
import { createMetrics, type Metrics } from './create-metrics.ts'

export type { Metrics } from './create-metrics.ts'

type Deps = Omit<Parameters<typeof createMetrics>[0], 'backlog'> & { clock: Clock }

/** Milliseconds for which the counts are reused, so that several monitoring systems cost one query. */
const maxAgeMs = 10_000
/** Milliseconds after which counts are not reported any more if the database does not answer. */
const staleMs = 60_000
/** Milliseconds that a scrape waits for the database. */
const timeoutMs = 1_500

/** Opens the metrics of this process. */
export function openMetrics({ clock, pools, ...sources }: Deps): Metrics {
  const count = async () => ({ atMs: clock.monotonicMs(), backlog: await countBacklog(pools.web!) })
  const counted = new CachedValue(count, clock, maxAgeMs)
  const backlog = async () => {
    const last = await counted.value(timeoutMs)
    return last && clock.monotonicMs() - last.atMs < staleMs ? last.backlog : null
  }
  return createMetrics({ ...sources, pools, backlog })
}
