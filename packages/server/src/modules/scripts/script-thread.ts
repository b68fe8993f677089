import { Worker } from 'node:worker_threads'
import type { ScriptLimits } from './limits.ts'

export type ScriptTask = { kind: 'run'; source: string; given: string } | { kind: 'check'; source: string }

/** Why a thread gave no answer. */
export type Silence = 'late' | 'gone'

/** It loads the engine first; a machine under load takes a while. */
const startMs = 15_000
/** The thread of the engine stands on this, so it has to be deeper than what the engine allows its scripts. */
const stackSizeMb = 8
const maxOldGenerationSizeMb = 64

interface Told {
  answer: unknown
  isSpent: boolean
}

/**
 * A thread with the engine in it, which does one task at a time. It knows no environment and cannot write to the
 * server's output. A thread that is spent, was late or is gone takes no more tasks.
 */
export class ScriptThread {
  private readonly worker: Worker
  private readonly wallMs: number
  private readonly ready: Promise<boolean>
  isSpent = false

  constructor(limits: ScriptLimits) {
    this.wallMs = limits.wallMs
    // beside this file from source, and beside the bundle
    this.worker = new Worker(new URL('./worker/script-worker.mjs', import.meta.url), {
      name: 'scripts',
      workerData: { limits },
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb, maxOldGenerationSizeMb },
    })
    this.worker.unref()
    this.ready = this.hear(startMs, undefined).then((told) => told === 'ready')
  }

  /** Answers what the sandbox says, or why it says nothing. */
  async ask(task: ScriptTask): Promise<{ answer: unknown } | Silence> {
    if (!(await this.ready)) return 'gone'
    const told = await this.hear(this.wallMs, task)
    if (typeof told === 'string') return told === 'late' ? 'late' : 'gone'
    this.isSpent ||= told.isSpent
    return { answer: told.answer }
  }

  /** Whatever it does: a loop is no reason to go on. */
  async end(): Promise<void> {
    this.isSpent = true
    await this.worker.terminate()
  }

  private hear(withinMs: number, task: ScriptTask | undefined): Promise<Told | Silence | 'ready'> {
    return new Promise((resolve) => {
      const settle = (told: Told | Silence | 'ready') => {
        clearTimeout(timer)
        this.worker.off('message', settle).off('error', gone).off('exit', gone)
        if (told === 'late' || told === 'gone') void this.end()
        resolve(told)
      }
      const gone = () => settle('gone')
      const timer = setTimeout(() => settle('late'), withinMs)
      this.worker.on('message', settle).on('error', gone).on('exit', gone)
      if (task) this.worker.postMessage(task, [])
    })
  }
}
