import { performance } from 'node:perf_hooks'
import { type ScriptLimits, scriptLimits } from './limits.ts'
import type { ScriptError, ScriptOutcome, ScriptRun } from './script.ts'
import { ScriptThread, type ScriptTask, type Silence } from './script-thread.ts'
import { unfitSource } from './unfit-source.ts'

/** Waiting runs; a run beyond them is refused, because its caller waits with an open transaction. */
const mostWaiting = 64
/** Waiting runs of one account; at 50 ms each they delay those of others by less than a second. */
const mostWaitingOfAccount = 16
/** Time in ms after which an unused thread is ended to free its memory. */
const idleMs = 60_000

export interface ScriptsOptions {
  limits?: Partial<ScriptLimits>
  idleMs?: number
  /** Called with errors of the sandbox itself, not of scripts. */
  onBroken?: (why: unknown) => void
}

const failed = (error: ScriptError, ms = 0): ScriptOutcome => ({ error, log: [], ms })

export type Scripts = ReturnType<typeof createScripts>

/**
 * Runs scripts of administrators one after the other in a separate thread, which is started by the first
 * script and replaced if it does not answer in time. Neither method throws because of a script.
 */
export function createScripts(options: ScriptsOptions = {}) {
  const limits = { ...scriptLimits, ...options.limits }
  const threads = new ThreadLine(limits, options.idleMs ?? idleMs, options.onBroken ?? (() => {}))
  return {
    limits,
    /** Returns the effects of a script, none of which is applied. */
    async runScript({ source, object, params = {}, event, now }: ScriptRun): Promise<ScriptOutcome> {
      const unfit = unfitSource(source, limits.source)
      if (unfit) return failed(unfit)
      const given = JSON.stringify({ object, params, event, now: now.getTime() })
      if (given.length > limits.given)
        return failed({
          code: 'limit',
          message: `the object has more than ${limits.given} characters`,
          line: null,
        })
      const began = performance.now()
      const told = await threads.ask({ kind: 'run', source, given }, object.account ?? '')
      if (typeof told === 'object') return told.answer as ScriptOutcome // posted by our own worker
      return failed(silenceError(told, limits), Math.round(performance.now() - began))
    },
    /** Returns the syntax error of a script with line and column, or null. Nothing of the script runs. */
    async check(source: string): Promise<ScriptError | null> {
      const unfit = unfitSource(source, limits.source)
      if (unfit) return unfit
      const told = await threads.ask({ kind: 'check', source }, '')
      return typeof told === 'object' ? (told.answer as ScriptError | null) : silenceError(told, limits)
    },
    close: () => threads.close(),
  }
}

function silenceError(silence: Silence | 'busy', limits: ScriptLimits): ScriptError {
  switch (silence) {
    case 'late':
      return { code: 'time', message: `the script took longer than ${limits.ms} ms`, line: null }
    case 'gone':
      return { code: 'crashed', message: 'the sandbox broke and was replaced', line: null }
    case 'busy':
      return { code: 'busy', message: 'too many scripts are waiting', line: null }
  }
}

/** A single thread and the queue of its callers. */
class ThreadLine {
  private readonly limits: ScriptLimits
  private readonly idleMs: number
  private readonly onBroken: (why: unknown) => void
  private thread: ScriptThread | null = null
  private idle: NodeJS.Timeout | undefined
  private turn: Promise<unknown> = Promise.resolve()
  private waiting = 0
  private readonly waitingOf = new Map<string, number>()
  private isClosed = false

  constructor(limits: ScriptLimits, idleMs: number, onBroken: (why: unknown) => void) {
    this.limits = limits
    this.idleMs = idleMs
    this.onBroken = onBroken
  }

  /** @param account id of the object's account; empty for objects of the installation */
  async ask(task: ScriptTask, account: string): Promise<{ answer: unknown } | Silence | 'busy'> {
    const ofAccount = this.waitingOf.get(account) ?? 0
    if (this.isClosed || this.waiting >= mostWaiting || ofAccount >= mostWaitingOfAccount) return 'busy'
    this.count(account, 1)
    const since = performance.now()
    const told = this.turn.then(() =>
      performance.now() - since > this.limits.waitMs ? 'busy' : this.give(task),
    )
    this.turn = told.finally(() => this.count(account, -1))
    return told
  }

  private count(account: string, change: 1 | -1): void {
    this.waiting += change
    const ofAccount = (this.waitingOf.get(account) ?? 0) + change
    if (ofAccount === 0) this.waitingOf.delete(account)
    else this.waitingOf.set(account, ofAccount)
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.idle)
    await this.thread?.end()
    this.thread = null
  }

  private async give(task: ScriptTask): Promise<{ answer: unknown } | Silence | 'busy'> {
    if (this.isClosed) return 'busy'
    clearTimeout(this.idle)
    if (!this.thread || this.thread.isSpent) {
      void this.thread?.end()
      this.thread = new ScriptThread(this.limits, this.onBroken)
    }
    const told = await this.thread.ask(task)
    this.idle = setTimeout(() => this.rest(), this.idleMs).unref()
    return told
  }

  private rest(): void {
    void this.thread?.end()
    this.thread = null
  }
}
