import { Worker } from 'node:worker_threads'
import type { ScriptLimits } from './limits.ts'
import { processorMs, SilenceWatch } from './silence-watch.ts'

export type ScriptTask = { kind: 'run'; source: string; given: string } | { kind: 'check'; source: string }

/** The reason why a thread did not answer. */
export type Silence = 'late' | 'gone'

/** Includes the loading of the engine, which takes a while under load. */
const startMs = 15_000
/** The engine runs on this stack, so it must be deeper than the stack that the engine allows its scripts. */
const stackSizeMb = 8
const maxOldGenerationSizeMb = 64
/** Checks of the thread before it counts as silent. */
const checksPerSilence = 5

interface ThreadReply {
  answer: unknown
  isSpent: boolean
  /** Error of the engine when it broke. */
  engineError: string | null
}

/**
 * A thread with the engine that runs one task at a time. It has no environment variables and cannot write to
 * the server's output. A thread that is spent, late or gone takes no more tasks.
 */
export class ScriptThread {
  private readonly worker: Worker
  private readonly limits: Pick<ScriptLimits, 'silentMs' | 'hardMs'>
  private readonly onBroken: (error: unknown) => void
  /** Incremented by the thread while it works; shows that it is active even if it has not answered yet. */
  private readonly beats = new Int32Array(new SharedArrayBuffer(4))
  private readonly ready: Promise<boolean>
  isSpent = false

  constructor(limits: ScriptLimits, onBroken: (error: unknown) => void) {
    this.limits = limits
    this.onBroken = onBroken
    // next to this file in the sources, and next to the bundle
    this.worker = new Worker(new URL('./worker/script-worker.mjs', import.meta.url), {
      name: 'scripts',
      workerData: { limits, beats: this.beats },
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb, maxOldGenerationSizeMb },
    })
    this.worker.on('error', onBroken).unref()
    this.ready = this.waitForReply({ silentMs: startMs, hardMs: startMs }).then((reply) => reply === 'ready')
  }

  /** Returns the answer of the sandbox, or the reason why there is none. */
  async run(task: ScriptTask): Promise<{ answer: unknown } | Silence> {
    if (!(await this.ready)) return 'gone'
    const reply = await this.waitForReply(this.limits, task)
    if (typeof reply === 'string') return reply === 'late' ? 'late' : 'gone'
    this.isSpent ||= reply.isSpent
    if (reply.engineError) this.onBroken(reply.engineError)
    return { answer: reply.answer }
  }

  /** Ends the thread immediately, even in a loop. */
  async end(): Promise<void> {
    this.isSpent = true
    await this.worker.terminate()
  }

  private waitForReply(
    limits: Pick<ScriptLimits, 'silentMs' | 'hardMs'>,
    task?: ScriptTask,
  ): Promise<ThreadReply | Silence | 'ready'> {
    return new Promise((resolve) => {
      const settle = (reply: ThreadReply | Silence | 'ready') => {
        clearInterval(watch)
        this.worker.off('message', settle).off('error', gone).off('exit', gone)
        if (reply === 'late' || reply === 'gone') void this.end()
        resolve(reply)
      }
      const gone = () => settle('gone')
      const beats = () => Atomics.load(this.beats, 0)
      const start = { beats: beats(), nowMs: performance.now(), cpuMs: processorMs() }
      const silence = new SilenceWatch(limits, start)
      const watch = setInterval(() => {
        if (silence.isLate(beats(), performance.now(), processorMs())) settle('late')
      }, limits.silentMs / checksPerSilence)
      this.worker.on('message', settle).on('error', gone).on('exit', gone)
      if (task) this.worker.postMessage(task, [])
    })
  }
}
