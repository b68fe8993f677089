import { setTimeout as pause } from 'node:timers/promises'
import { ensureRunning, type Running } from './ensure-running.ts'
import { becomeOwner, type Ownership } from './ownership.ts'
import { halt, type Launch } from './postmaster.ts'
import { isTransient } from '../transient.ts'

const stopPatienceMs = 60_000
const patienceMs = 20_000
const longestPauseMs = 10_000

interface Taken {
  running: Running
  ownership: Ownership
}

/**
 * Manages a running PostgreSQL for the lifetime of the server: restarts it after a crash and stops it at the
 * end.
 */
export class Keeper {
  readonly #launchable: Launch
  readonly #password: string
  #taken: Taken
  #isStopping = false
  #watching: Promise<void> | undefined

  private constructor(launchable: Launch, password: string, taken: Taken) {
    this.#launchable = launchable
    this.#password = password
    this.#taken = taken
  }

  static async start(launchable: Launch, password: string): Promise<Keeper> {
    const taken = await take(launchable, password)
    // The address must stay the same after a restart.
    const { socketFolder } = taken.running
    const keeper = new Keeper({ ...launchable, socketFolder }, password, taken)
    keeper.#watching = keeper.#watch()
    return keeper
  }

  get running(): Running {
    return this.#taken.running
  }

  get ownership(): Ownership {
    return this.#taken.ownership
  }

  async stop(): Promise<void> {
    if (this.#isStopping) return
    this.#isStopping = true
    await this.ownership.release()
    // A restart in progress must finish before PostgreSQL can be stopped.
    await this.#watching
    await halt(this.running.pid, stopPatienceMs)
  }

  async #watch(): Promise<void> {
    for (;;) {
      await this.ownership.lost
      if (this.#isStopping) return
      this.#launchable.print('the connection to the embedded database broke: reconnecting or restarting it')
      await this.#revive()
      // Stopped in the meantime: the new connection is no longer needed.
      if (this.#isStopping) return this.ownership.release()
    }
  }

  /** Retries until the database runs again; the rest of the server repeats its statements in the meantime. */
  async #revive(): Promise<void> {
    for (let waitMs = 100; !this.#isStopping; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
      try {
        this.#taken = await take(this.#launchable, this.#password)
        this.#launchable.print('the embedded database answers again')
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        this.#launchable.print(`the embedded database is down: ${reason}`)
        await pause(waitMs)
      }
    }
  }
}

/**
 * Finds or starts a PostgreSQL and claims it. One that was found may be shutting down, which shows at the
 * first query.
 */
async function take(launchable: Launch, password: string): Promise<Taken> {
  const until = Date.now() + patienceMs
  for (;;) {
    const running = await ensureRunning(launchable)
    try {
      return { running, ownership: await becomeOwner(running, password) }
    } catch (error) {
      if (!isTransient(error) || Date.now() > until) {
        if (!running.isAdopted) await halt(running.pid, stopPatienceMs)
        throw error
      }
      await pause(100)
    }
  }
}
