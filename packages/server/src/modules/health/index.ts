// Health: the overview for an operator of the system, such as queues, memory, disk and the activity of a day.
// Read only. Not here: the endpoints for monitoring (metrics.ts, /livez and /readyz).
import type { ModuleContext } from '../module.ts'
import { healthHttp } from './http.ts'
import { LoopWatch } from './loop-watch.ts'
import type { HealthDeps } from './read-health.ts'

export type { ProcessPulse } from './read-health.ts'

export function registerHealth(ctx: ModuleContext, deps: Pick<HealthDeps, 'version' | 'pulse'>) {
  const { clock, pools, config } = ctx
  const loop = new LoopWatch()
  ctx.onClose(() => loop.close())
  return {
    handlers: healthHttp({ ...deps, clock, pools, loop, dataDir: config.dataDir }),
  }
}
