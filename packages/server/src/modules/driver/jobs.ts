import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { isRefusal } from '../../shared/refusal.ts'
import type { ModuleContext } from '../module.ts'
import { type Commands, systemAsker } from '../commands/index.ts'
import { forgetCharges, type LimitedSession, noteLimitRequest, readLimitedSessions } from './charge-store.ts'

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
  session: Pick<LimitedSession, 'kind' | 'value' | 'energyWh' | 'seconds' | 'soc'>,
  costMinor: number,
): boolean {
  const { energyWh, seconds, soc } = session
  const measured = { energy: energyWh, time: seconds, cost: costMinor, soc: soc ?? 0 }
  return measured[session.kind] >= session.value
}

/** L253: sessions that are read at a time. */
const maxSessions = 1_000
/** L253: requests to stop one session, a minute apart; none is counted while the station is disconnected. */
export const maxLimitRequests = 20
const minuteMs = 60_000

/** Returns true if the station was not asked yet, or has not stopped the session since. */
const shouldAsk = ({ requestedAt, requests }: LimitedSession, now: Date): boolean =>
  requests < maxLimitRequests && (requestedAt === null || now.getTime() - requestedAt.getTime() >= minuteMs)

async function stopAtLimits(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  for (let after: string | null = null; ; ) {
    const sessions: LimitedSession[] = await readLimitedSessions(db, { now, after, most: maxSessions })
    await stopReached(deps, sessions, now)
    if (sessions.length < maxSessions) break
    after = sessions.at(-1)!.id
  }
  await forgetCharges(db, new Date(now.getTime() - startsStoredDays * dayMs))
}

async function stopReached(
  { db, log, commands, costsSoFar }: Deps,
  sessions: readonly LimitedSession[],
  now: Date,
): Promise<void> {
  const open = sessions.filter((session) => shouldAsk(session, now))
  const costs = await costsSoFar(open.filter(({ kind }) => kind === 'cost').map(({ id }) => id))
  for (const session of open) {
    if (!isReached(session, costs.get(session.id) ?? 0)) continue
    const { accountId, userId, key } = session
    const run = await commands.send(systemAsker(accountId), {
      stations: [session.stationId],
      action: 'RemoteStopTransaction',
      payload: { transactionId: session.number },
    })
    if (isRefusal(run))
      log.warn({ session: session.id, code: run.code }, 'driver: a session at its limit cannot be stopped')
    else await noteLimitRequest(db, { userId, key, at: now })
  }
}
