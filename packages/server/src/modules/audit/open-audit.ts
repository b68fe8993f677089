import type { Bus } from '../../bus/bus.ts'
import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { Log } from '../../shared/log.ts'
import { headPath, readHead } from './head-file.ts'
import { auditHttp } from './http.ts'
import { Sealer } from './sealer.ts'
import type { SealDeps } from './seal.ts'
import { verifySlice } from './verify.ts'

interface Needs extends SealDeps {
  bus: Bus
  log: Log
  dataDir: string
}

/** Checks slices of the chain, without a server. */
export const journalVerifier =
  ({ dataDir, ...deps }: Pick<Needs, 'db' | 'sign' | 'dataDir'>) =>
  (slice: { after: number; most: number }) =>
    verifySlice({ ...deps, head: () => readHead(headPath(dataDir)) }, slice)

/** The audit trail of a server: its sealer, its endpoints and the job that seals what a crash has left. */
export function openAudit({ dataDir, ...needs }: Needs) {
  const path = headPath(dataDir)
  const sealer = new Sealer({ ...needs, headPath: path })
  const jobs: Job[] = [{ name: 'audit.seal', every: everyMinute, atStart: true, work: () => sealer.seal() }]
  return {
    handlers: auditHttp({ db: needs.db, sign: needs.sign, head: () => readHead(path) }),
    jobs,
    seal: () => sealer.seal(),
    close: () => sealer.close(),
  }
}
