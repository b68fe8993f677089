import type { Log } from '../../shared/log.ts'
import type { ModuleContext } from '../module.ts'
import { hashAt } from './chain-store.ts'
import { type Head, readHead, writeHead } from './head-file.ts'
import { type SealDeps, sealBatch } from './seal.ts'

interface Deps extends SealDeps, Pick<ModuleContext, 'bus'> {
  /** True if it seals after each commit; false: only when requested. */
  isAutomatic: boolean
  log: Log

  /** Path of the file with the end that this server sealed last. */
  headPath: string
}

/** Entries written within this time are sealed together. */
const waitMs = 100

/**
 * Seals the audit trail shortly after each commit that wrote to it, for all processes. Entries left by a
 * crash or an outage are sealed by the job.
 */
export class Sealer {
  private readonly deps: Deps
  private readonly unsubscribe: () => void
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()
  private isClosed = false
  private hasReportedMismatch = false

  constructor(deps: Deps) {
    this.deps = deps
    this.unsubscribe = deps.isAutomatic ? deps.bus.on('audit.grown', () => this.schedule()) : () => {}
  }

  private schedule(): void {
    if (this.isClosed) return
    this.timer ??= setTimeout(() => {
      this.timer = null
      // the job tries again
      void this.seal().catch((error: unknown) => this.deps.log.warn({ err: error }, 'audit: not sealed'))
    }, waitMs)
  }

  /** Seals all unsealed entries; rounds run one after the other. */
  seal(): Promise<void> {
    const run = this.running.then(() => this.sealAll())
    this.running = run.catch(() => {})
    return run
  }

  private async sealAll(): Promise<void> {
    let head: Head | null = null
    for (
      let next = await sealBatch(this.deps);
      next;
      next = this.isClosed ? null : await sealBatch(this.deps)
    )
      head = next.head ?? head
    if (head) await this.storeHead(head)
  }

  /** Stores the end outside of the database, so that an older copy of all tables can be detected. */
  private async storeHead(head: Head): Promise<void> {
    const { db, log, headPath } = this.deps
    const known = await readHead(headPath)
    const isKnown = known === null || (await hashAt(db, known.seq))?.toString('hex') === known.hash
    if (isKnown) return writeHead(headPath, head)
    // the stored end is the evidence: it is not overwritten until an administrator has examined it
    if (!this.hasReportedMismatch)
      log.error(
        { seq: known.seq },
        'audit: the trail differs from what this server sealed; verify it, or remove audit-head.json from the data folder if a backup was restored',
      )
    this.hasReportedMismatch = true
  }

  /** Waits for the running round; the rest is sealed after the next start. */
  async close(): Promise<void> {
    this.isClosed = true
    this.unsubscribe()
    if (this.timer) clearTimeout(this.timer)
    await this.running
  }
}
