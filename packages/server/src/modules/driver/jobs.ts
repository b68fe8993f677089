import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { ModuleContext } from '../module.ts'
import type { Commands } from '../commands/index.ts'
import { forgetCharges, type LimitedSession, markLimitReached, readLimitedSessions } from './charge-store.ts'

interface Deps extends Pick<ModuleContext, 'db' | 'clock' | 'log'> {
  commands: Commands
  /** Returns the cost of running sessions so far in minor units. */
  costsSoFar: (ids: readonly string[]) => Promise<Map<string, number>>
}

const dayMs = 86_400_000
/** Days for which the starts of drivers are stored. */
export const startsStoredDays = 30

/** Jobs that stop sessions at the limit of their driver, and delete old starts. */
export const driverJobs = (deps: Deps): Job[] => [
  { name: 'driver.limits', every: everyMinute, work: () => stopAtLimits(deps) },
]

/** Returns true if the session has reached the limit. */
export function isReached(
  { kind, value, energyWh, seconds }: Pick<LimitedSession, 'kind' | 'value' | 'energyWh' | 'seconds'>,
  costMinor: number,
): boolean {
  const measured = { energy: energyWh, time: seconds, cost: costMinor }
  return measured[kind] >= value
}

async function stopAtLimits({ db, clock, log, commands, costsSoFar }: Deps): Promise<void> {
  const now = clock.now()
  const sessions = await readLimitedSessions(db, now)
  const costs = await costsSoFar(sessions.filter(({ kind }) => kind === 'cost').map(({ id }) => id))
  for (const session of sessions) {
    if (!isReached(session, costs.get(session.id) ?? 0)) continue
    const { accountId, userId, key } = session
    const run = await commands.send(
      { accountId, userId: null, clientId: null, isAdmin: false },
      {
        stations: [session.stationId],
        action: 'RemoteStopTransaction',
        payload: { transactionId: session.number },
      },
    )
    // a station that is offline is asked again
    if (isRefusal(run)) log.info({ code: run.code }, 'driver: a session at its limit cannot be stopped')
    else await markLimitReached(db, { userId, key, at: now })
  }
  await forgetCharges(db, new Date(now.getTime() - startsStoredDays * dayMs))
}
