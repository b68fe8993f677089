import type { Handlers } from '../../shared/handlers.ts'
import { countHours } from './activity-store.ts'
import { DayOfActivity } from './day-of-activity.ts'
import { type HealthDeps, healthReader } from './read-health.ts'
import { CachedValue } from './cached-value.ts'

const activityMaxAgeMs = 20_000
const activityTimeoutMs = 5_000

/** Endpoints of the administrators' dashboard. */
export function healthHttp(deps: HealthDeps) {
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
