import type { Handlers } from '../../shared/handlers.ts'
import { countHours } from './activity-store.ts'
import { DayOfActivity } from './day-of-activity.ts'
import { type HealthDeps, healthReader } from './read-health.ts'
import { CachedValue } from './cached-value.ts'

const activityKeepMs = 20_000
const activityPatienceMs = 5_000

/** Endpoints of the administrators' dashboard. */
export function healthHttp(deps: HealthDeps) {
  const read = healthReader(deps)
  const day = new DayOfActivity((since) => countHours(deps.pool, since), deps.clock)
  const activity = new CachedValue(() => day.read(), deps.clock, activityKeepMs)
  return {
    adminHealth: () => read(),
    adminActivity: async () => {
      const hours = (await activity.value(activityPatienceMs)) ?? []
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
