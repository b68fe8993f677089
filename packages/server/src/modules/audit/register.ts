import type { Job } from '../../jobs/job.ts'
import { everyHour, everyMinute } from '../../jobs/timetable.ts'
import type { Sign } from '../../storage/signing-plugin.ts'
import { eventOfChange } from '../event-log/index.ts'
import type { ModuleContext } from '../module.ts'
import { publishAnchor } from './external-anchor.ts'
import { headPath, readHead } from './head-file.ts'
import { auditHttp } from './http.ts'
import { Sealer } from './sealer.ts'
import type { SealDeps } from './seal.ts'
import { unexpectedObject } from './table-objects-store.ts'
import { verifySlice } from './verify.ts'

/** Returns a function that checks slices of the chain without a server. */
export const journalVerifier =
  ({ dataDir, ...deps }: Pick<SealDeps, 'db' | 'sign'> & { dataDir: string }) =>
  (slice: { after: number; most: number }) =>
    verifySlice({ ...deps, head: () => readHead(headPath(dataDir)) }, slice)

/**
 * Opens the audit trail of a server: its sealer, its endpoints, the job that seals what a crash has left, and
 * the job that publishes the end of the chain outside of the database every hour.
 */
export function registerAudit(ctx: ModuleContext) {
  const { db, clock, log, config } = ctx
  const path = headPath(config.dataDir)
  const sign: Sign = (text) => ctx.secrets.sign(text)
  const sealed: SealDeps['sealed'] = (entries) => {
    for (const entry of entries) {
      const event = eventOfChange(entry)
      if (event) ctx.logEvent(event)
    }
  }
  const sealer = new Sealer({ ...ctx, sign, sealed, headPath: path })
  ctx.onClose(() => sealer.close())
  const publish = async (): Promise<void> => {
    const object = await unexpectedObject(db)
    if (object !== null)
      log.error({ object }, 'audit: the tables have a trigger or rule that can suppress entries')
    await sealer.seal()
    await publishAnchor({ db, sign, now: clock.now() }, config.auditAnchors)
  }
  const jobs: Job[] = [
    { name: 'audit.seal', every: everyMinute, atStart: true, work: () => sealer.seal() },
    { name: 'audit.anchor', every: everyHour, atStart: true, work: publish },
  ]
  return {
    handlers: auditHttp({ db, sign, head: () => readHead(path) }),
    jobs,
    seal: () => sealer.seal(),
  }
}
