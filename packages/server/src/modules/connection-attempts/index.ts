// Connection attempts: a bounded record of rejected handshakes of stations, for users who set up stations.
// Not here: the decision to reject (gateway, stations) and messages of accepted connections (OCPP log).
import type { ModuleContext } from '../module.ts'
import { AttemptRecorder } from './attempt-recorder.ts'
import { connectionAttemptsHttp } from './http.ts'
import { connectionAttemptsJobs } from './jobs.ts'

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
