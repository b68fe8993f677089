import { setMaxListeners } from 'node:events'
import type { BusEvent } from '../../bus/events.ts'
import { LogThrottle } from '../../shared/log-throttle.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { isTransient } from '../../storage/transient.ts'
import { performOn, type BulkTask } from './actions.ts'
import type { BulkDeps } from './deps.ts'
import { type ItemResult, resultOfRefusal } from './result.ts'
import { findRuns, finishRuns, releaseItems, storeResult, takeItems, type TakenItem } from './store.ts'

/** Objects of all runs that a server process works on at the same time. */
export const maxParallel = 25
/** Interval of the search for objects and finished runs that another process left, in ms. */
const searchMs = 15_000
/** Interval of hints about the progress of runs, in ms. */
const hintMs = 500

/** Returns the hint that a run has changed. */
export const runChanged = (account: string, run: string): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'bulk.changed', ids: [run] } },
]

interface Running {
  task: BulkTask
  accountId: string
  viewer: Viewer | null
}

/** Works on the objects of runs, some at a time; the rights of the user are read again for each of these. */
export class BulkWorker {
  private readonly deps: BulkDeps
  private readonly active = new Map<string, Promise<void>>()
  private readonly stopping = new AbortController()
  private readonly stops: (() => void)[] = []
  private readonly complaints = new LogThrottle(60_000)
  /** Accounts of the runs that have changed since the last hint. */
  private readonly changed = new Map<string, string>()
  private hintTimer: NodeJS.Timeout | null = null
  private taking: Promise<void> | null = null
  private finishing: Promise<void> | null = null
  private isWoken = false

  constructor(deps: BulkDeps) {
    this.deps = deps
    // each object listens for the end, some with several listeners
    setMaxListeners(0, this.stopping.signal)
  }

  start(): void {
    const timer = setInterval(() => this.search(), searchMs).unref()
    this.stops.push(
      this.deps.bus.on('bulk.queued', () => this.wake()),
      this.deps.bus.onGap(() => this.wake()),
      () => clearInterval(timer),
    )
    this.search()
  }

  /** Continues what another process left: one that was killed, or that lost the database. */
  private search(): void {
    this.wake()
    this.finishing = this.finish(null).catch(this.reportFailed)
  }

  /** Takes as many objects as can be worked on; those that follow are taken when these have a result. */
  private wake(): void {
    this.isWoken = true
    if (this.taking || this.stopping.signal.aborted) return
    this.taking = this.takeAll()
      .catch((error: unknown) => {
        // the next search repeats it
        if (this.complaints.shouldLog(''))
          this.deps.log.warn({ err: error }, 'bulk runs: objects could not be taken')
      })
      .finally(() => {
        this.taking = null
        if (this.isWoken && this.active.size < maxParallel) this.wake()
      })
  }

  private async takeAll(): Promise<void> {
    while (this.isWoken && this.active.size < maxParallel && !this.stopping.signal.aborted) {
      this.isWoken = false
      const now = this.deps.clock.now()
      const until = new Date(now.getTime() + this.deps.leaseMs)
      const items = await takeItems(this.deps.db, { most: maxParallel - this.active.size, now, until })
      const runs = await this.findRunning(items)
      for (const item of items) this.begin(item, runs.get(item.run_id)!)
    }
  }

  private async findRunning(items: readonly TakenItem[]): Promise<Map<string, Running>> {
    const ids = [...new Set(items.map(({ run_id }) => run_id))]
    const rows = ids.length === 0 ? [] : await findRuns(this.deps.db, ids)
    const running = rows.map(async (row) => {
      const viewer = await this.deps.viewerOf(row.user_id)
      const task: BulkTask = {
        runId: row.id,
        classCode: row.class_code,
        action: row.action,
        params: row.params as BulkTask['params'], // written by startRun
      }
      const of: Running = {
        task,
        accountId: row.account_id,
        viewer: viewer && { ...viewer, session: row.session ?? '', correlation: row.id },
      }
      return [row.id, of] as const
    })
    return new Map(await Promise.all(running))
  }

  private begin(item: TakenItem, running: Running): void {
    const work = this.work(item, running)
      .catch((error: unknown) => {
        // the object is taken again when its lease has ended
        if (this.complaints.shouldLog(running.task.action))
          this.deps.log.warn(
            { err: error, run: item.run_id },
            'bulk runs: an object failed, it will be retried',
          )
      })
      .finally(() => {
        this.active.delete(item.id)
        this.wake()
      })
    this.active.set(item.id, work)
  }

  private async work(item: TakenItem, { task, accountId, viewer }: Running): Promise<void> {
    const { db, clock } = this.deps
    const { signal } = this.stopping
    const result = viewer
      ? await performOn(this.deps, { viewer, task, objectId: item.object_id, signal }).catch(this.unexpected)
      : resultOfRefusal(refuse('bulk.user_inactive'))
    if (result === null) return void (await releaseItems(db, [item.id], clock.now()))
    await storeResult(db, item.id, { result, now: clock.now() })
    this.report(item.run_id, accountId)
  }

  /** Returns the result of an action that threw; while the database is unavailable the object is taken again. */
  private readonly unexpected = (error: unknown): ItemResult => {
    if (isTransient(error)) throw error
    this.deps.log.error({ err: error }, 'bulk runs: an action failed')
    return { ...resultOfRefusal(refuse('server.unexpected')), state: 'failed' }
  }

  /** Finishes changed runs and notifies consoles, after a pause that collects the results of several objects. */
  private report(run: string, account: string): void {
    this.changed.set(run, account)
    this.hintTimer ??= setTimeout(() => {
      this.hintTimer = null
      void this.flush().catch(this.reportFailed)
    }, hintMs)
  }

  private readonly reportFailed = (error: unknown): void => {
    if (this.complaints.shouldLog('report'))
      this.deps.log.warn({ err: error }, 'bulk runs: progress could not be reported')
  }

  private async flush(): Promise<void> {
    const runs = [...this.changed]
    this.changed.clear()
    if (runs.length === 0) return
    await this.finish(new Map(runs))
  }

  /** Finishes runs, and notifies consoles of these and of runs that have changed. Null: finishes all. */
  private async finish(changed: ReadonlyMap<string, string> | null): Promise<void> {
    const { db, clock, bus } = this.deps
    const finished = await finishRuns(db, changed && [...changed.keys()], clock.now())
    const runs = changed ?? new Map(finished.map(({ id, account_id }) => [id, account_id]))
    if (runs.size > 0)
      await bus.publish(
        db,
        [...runs].flatMap(([id, account]) => runChanged(account, id)),
      )
  }

  /** Ends the work: commands that were sent keep their state, and the next process continues with them. */
  async close(): Promise<void> {
    this.stopping.abort()
    for (const stop of this.stops) stop()
    // it may begin with objects that it has just taken
    await this.taking
    await Promise.all([...this.active.values(), this.finishing])
    if (this.hintTimer) clearTimeout(this.hintTimer)
    await this.flush().catch(() => {})
  }
}
