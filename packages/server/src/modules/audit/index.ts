// Audit: the changes that users and scripts made, the commands they sent and the rights they granted, with
// the values before and after. Rows are written in the transaction of the change, signed by the process that
// writes them, and never changed; a sealer chains them by hash shortly after the commit, so that changes do
// not wait for each other. Not here: messages of stations (journal) and failures (event-log).
import type { AnswerOf, auditVerify } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyHour, everyMinute } from '../../jobs/timetable.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { partsOf } from '../../shared/role-parts.ts'
import { journalAnswers } from '../../storage/list/journal-answers.ts'
import type { Sign } from '../../storage/signing-plugin.ts'
import { eventOfChange } from '../event-log/index.ts'
import type { ModuleContext } from '../module.ts'
import { unexpectedObject } from './chain-store.ts'
import { publishAnchor } from './external-anchor.ts'
import { headPath, readHead } from './head-file.ts'
import { auditSource } from './list-store.ts'
import type { SealDeps } from './seal.ts'
import { Sealer } from './sealer.ts'
import { type Verified, type VerifyDeps, verifySlice } from './verify.ts'

export { type Actor, recordChange, recordChanges } from './record-change.ts'
export { type AnchorProblem, compareAnchors } from './external-anchor.ts'
export type { Break } from './verify.ts'

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
  // by the processes that run jobs, whose data folder has the end of the trail
  const isAutomatic = partsOf(config.role).jobs
  const sealer = new Sealer({ ...ctx, isAutomatic, sign, sealed, headPath: path })
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

const usualSlice = 5_000

/** Endpoints of the audit trail. */
function auditHttp(deps: VerifyDeps) {
  const { list, count, get, search } = journalAnswers(deps.db, auditSource)
  return {
    auditList: list,
    auditCount: count,
    auditGet: get,
    auditSearch: search,
    auditVerify: async (_viewer, { after = 0, most = usualSlice }) =>
      shown(await verifySlice(deps, { after, most })),
  } satisfies Handlers
}

function shown({ until, total, isDone, broken, unsealed }: Verified): AnswerOf<typeof auditVerify> {
  const rest = { until, total, isdone: isDone, unsealed }
  if (!broken) return { ...rest, broken }
  const { reason, seq, until: last, id, at, label } = broken
  return { ...rest, broken: { reason, number: seq, until: last, id, datetime: at, label } }
}
