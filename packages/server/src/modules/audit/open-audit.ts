import type { Bus } from '../../bus/bus.ts'
import type { Job } from '../../jobs/job.ts'
import { everyHour, everyMinute } from '../../jobs/timetable.ts'
import type { Log } from '../../shared/log.ts'
import { type AnchorTargets, publishAnchor } from './external-anchor.ts'
import { headPath, readHead } from './head-file.ts'
import { auditHttp } from './http.ts'
import { Sealer } from './sealer.ts'
import type { SealDeps } from './seal.ts'
import { unexpectedObject } from './table-objects-store.ts'
import { verifySlice } from './verify.ts'

interface AuditDeps extends SealDeps {
  bus: Bus
  log: Log
  dataDir: string
  anchors: AnchorTargets
}

/** Returns a function that checks slices of the chain without a server. */
export const journalVerifier =
  ({ dataDir, ...deps }: Pick<AuditDeps, 'db' | 'sign' | 'dataDir'>) =>
  (slice: { after: number; most: number }) =>
    verifySlice({ ...deps, head: () => readHead(headPath(dataDir)) }, slice)

/**
 * Opens the audit trail of a server: its sealer, its endpoints, the job that seals what a crash has left, and
 * the job that publishes the end of the chain outside of the database every hour.
 */
export function openAudit({ dataDir, anchors, ...deps }: AuditDeps) {
  const path = headPath(dataDir)
  const sealer = new Sealer({ ...deps, headPath: path })
  const publish = async (): Promise<void> => {
    const { db, sign, clock, log } = deps
    const object = await unexpectedObject(db)
    if (object !== null)
      log.error({ object }, 'audit: the tables have a trigger or rule that can suppress entries')
    await sealer.seal()
    await publishAnchor({ db, sign, now: clock.now() }, anchors)
  }
  const jobs: Job[] = [
    { name: 'audit.seal', every: everyMinute, atStart: true, work: () => sealer.seal() },
    { name: 'audit.anchor', every: everyHour, atStart: true, work: publish },
  ]
  return {
    handlers: auditHttp({ db: deps.db, sign: deps.sign, head: () => readHead(path) }),
    jobs,
    seal: () => sealer.seal(),
    close: () => sealer.close(),
  }
}
