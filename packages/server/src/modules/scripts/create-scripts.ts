import { performance } from 'node:perf_hooks'
import { type ScriptLimits, scriptLimits } from './limits.ts'
import type { ScriptError, ScriptOutcome, ScriptRun } from './script.ts'
import { ScriptThread, type ScriptTask, type Silence } from './script-thread.ts'
import { invalidSource } from './invalid-source.ts'

/** Maximum number of waiting runs, for each of which a caller waits; further runs are refused. */
const maxWaiting = 64
/** Maximum number of waiting runs of one account; at 50 ms each they delay those of others by less than a second. */
const maxWaitingOfAccount = 16
/** Time in ms after which an unused thread is ended to free its memory. */
const idleMs = 60_000

export interface ScriptsOptions {
  limits?: Partial<ScriptLimits>
  /** Called with errors of the sandbox itself, not of scripts. */
  onBroken?: (error: unknown) => void
}

const failed = (error: ScriptError, ms = 0): ScriptOutcome => ({ error, log: [], ms })

export type Scripts = ReturnType<typeof createScripts>

/**
 * Runs scripts of administrators one after the other in a separate thread, which is started by the first
 * script and replaced if it does not answer in time. Neither method throws because of a script.
 */
export function createScripts(options: ScriptsOptions = {}) {
  const limits = { ...scriptLimits, ...options.limits }
  const threads = new ThreadQueue(limits, options.onBroken ?? (() => {}))
  return {
    limits,
    /** Returns the effects of a script, none of which is applied. */
    async runScript({ source, object, params = {}, event, now }: ScriptRun): Promise<ScriptOutcome> {
      const invalid = invalidSource(source, limits.source)
      if (invalid) return failed(invalid)
      const given = JSON.stringify({ object, params, event, now: now.getTime() })
      if (given.length > limits.given)
        return failed({ code: 'script.input_too_large', params: { limit: limits.given }, line: null })
      const began = performance.now()
      const reply = await threads.run({ kind: 'run', source, given }, object.account ?? '')
      if (typeof reply === 'object') return reply.answer as ScriptOutcome // posted by our own worker
      return failed(silenceError(reply, limits), Math.round(performance.now() - began))
    },
    /** Returns the syntax error of a script with line and column, or null. Nothing of the script runs. */
    async check(source: string): Promise<ScriptError | null> {
      const invalid = invalidSource(source, limits.source)
      if (invalid) return invalid
      const reply = await threads.run({ kind: 'check', source }, '')
      return typeof reply === 'object' ? (reply.answer as ScriptError | null) : silenceError(reply, limits)
    },
    close: () => threads.close(),
  }
}

function silenceError(silence: Silence | 'busy', limits: ScriptLimits): ScriptError {
  switch (silence) {
    case 'late':
      return { code: 'script.too_slow', params: { limit: limits.ms }, line: null }
    case 'gone':
      return { code: 'script.crashed', line: null }
    case 'busy':
      return { code: 'script.busy', line: null }
  }
}

/** A single thread and the queue of its callers. */
class ThreadQueue {
  private readonly limits: ScriptLimits
  private readonly onBroken: (error: unknown) => void
  private thread: ScriptThread | null = null
  private idle: NodeJS.Timeout | undefined
  private turn: Promise<unknown> = Promise.resolve()
  private waiting = 0
  private readonly waitingOf = new Map<string, number>()
  private isClosed = false

  constructor(limits: ScriptLimits, onBroken: (error: unknown) => void) {
    this.limits = limits
    this.onBroken = onBroken
  }

  /** @param account id of the object's account; empty for objects of the installation */
  async run(task: ScriptTask, account: string): Promise<{ answer: unknown } | Silence | 'busy'> {
    const ofAccount = this.waitingOf.get(account) ?? 0
    if (this.isClosed || this.waiting >= maxWaiting || ofAccount >= maxWaitingOfAccount) return 'busy'
    this.count(account, 1)
    const since = performance.now()
    const reply = this.turn.then(() =>
      performance.now() - since > this.limits.waitMs ? 'busy' : this.runNow(task),
    )
    this.turn = reply.finally(() => this.count(account, -1))
    return reply
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

  private async runNow(task: ScriptTask): Promise<{ answer: unknown } | Silence | 'busy'> {
    if (this.isClosed) return 'busy'
    clearTimeout(this.idle)
    if (!this.thread || this.thread.isSpent) {
      void this.thread?.end()
      this.thread = new ScriptThread(this.limits, this.onBroken)
    }
    const reply = await this.thread.run(task)
    this.idle = setTimeout(() => this.endIdleThread(), idleMs).unref()
    return reply
  }

  private endIdleThread(): void {
    void this.thread?.end()
    this.thread = null
  }
}
