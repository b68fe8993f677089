// Health: the overview for an operator of the system, such as queues, memory, disk and the activity of a day.
// Read only. Not here: the endpoints for monitoring (src/metrics, /livez and /readyz).
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import { CachedValue } from './cached-value.ts'
import { DayOfActivity } from './day-of-activity.ts'
import { LoopWatch } from './loop-watch.ts'
import { type HealthDeps, healthReader } from './read-health.ts'
import { countHours } from './store.ts'

export { CachedValue } from './cached-value.ts'
export type { ProcessPulse } from './read-health.ts'
export { countJobs, countWork } from './store.ts'

export function registerHealth(ctx: ModuleContext, deps: Pick<HealthDeps, 'version' | 'pulse'>) {
  const { clock, pools, config } = ctx
  const loop = new LoopWatch()
  ctx.onClose(() => loop.close())
  return {
    handlers: healthHttp({ ...deps, clock, pools, loop, dataDir: config.dataDir }),
  }
}

const activityMaxAgeMs = 20_000
const activityTimeoutMs = 5_000

/** Endpoints of the administrators' dashboard. */
function healthHttp(deps: HealthDeps) {
  const read = healthReader(deps)
  const day = new DayOfActivity((since) => countHours(deps.pools.web, since), deps.clock)
  const activity = new CachedValue(() => day.read(), deps.clock, activityMaxAgeMs)
  return {
    adminHealth: () => read(),
    adminActivity: async () => {
      const hours = (await activity.value(activityTimeoutMs)) ?? []
      return {
        hours: hours.map(({ from, failed, ...counts }) => ({
          from: from.toISOString(),
          failedcalls: failed,
          ...counts,
        })),
      }
    },
  } satisfies Handlers
}
