// Connection attempts: a bounded record of rejected handshakes of stations, for users who set up stations.
// Not here: the decision to reject (gateway, stations) and messages of accepted connections (OCPP log).
import type { Pool } from 'pg'
import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import { connectionAttemptSource, removeOldAttempts } from './store.ts'

export { AttemptRecorder } from './attempt-recorder.ts'

export function registerConnectionAttempts(ctx: ModuleContext) {
  const pool = ctx.pools.web
  const recorder = new AttemptRecorder({ ...ctx, pool })
  ctx.onClose(() => recorder.close())
  return {
    handlers: connectionAttemptsHttp(ctx),
    jobs: connectionAttemptsJobs({ ...ctx, pool }),
    recorder,
  }
}

/** Endpoints of connection attempts. */
const connectionAttemptsHttp = ({ db }: { db: Db }) =>
  ({
    connectionAttemptList: (viewer, query) =>
      runList({ db, source: connectionAttemptSource, scope: viewer }, query),
    connectionAttemptCount: (viewer, query) =>
      runCount({ db, source: connectionAttemptSource, scope: viewer }, query),
  }) satisfies Handlers

const retentionMs = 30 * 86_400_000

/** Removes connection attempts that were not repeated for 30 days. */
const connectionAttemptsJobs = ({ pool, clock }: { pool: Pool; clock: Clock }): Job[] => [
  {
    name: 'connection-attempts.remove-old',
    every: everyNight,
    work: () => removeOldAttempts(pool, new Date(clock.now().getTime() - retentionMs)),
  },
]
