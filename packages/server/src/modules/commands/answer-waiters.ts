import type { Bus } from '../../bus/bus.ts'

/** A wait for the end of commands, opened before they are stored so that no end is missed. */
export interface AnswerWait {
  /** Resolves when all have ended, after `ms`, or when the signal aborts; true if all have ended. */
  done(ms: number, signal?: AbortSignal): Promise<boolean>
  close(): void
}

interface Waiting {
  open: Set<string>
  wake: () => void
}

/**
 * Wakes callers that wait for the end of commands. The bus reports the ends, because the station may be
 * connected to another process; after a gap in the bus the database is checked.
 */
export class AnswerWaiters {
  private readonly byCommand = new Map<string, Waiting>()
  private readonly stop: (() => void)[]
  private readonly stillOpen: (ids: readonly string[]) => Promise<string[]>

  constructor(bus: Bus, stillOpen: (ids: readonly string[]) => Promise<string[]>) {
    this.stillOpen = stillOpen
    this.stop = [
      bus.on('command.ended', (event) => this.ended(event.command)),
      bus.onGap(() => void this.look()),
    ]
  }

  expect(ids: readonly string[]): AnswerWait {
    const waiting: Waiting = { open: new Set(ids), wake: () => {} }
    for (const id of ids) this.byCommand.set(id, waiting)
    return {
      done: (ms, signal) => this.wait(waiting, ms, signal),
      close: () => {
        for (const id of ids) this.byCommand.delete(id)
      },
    }
  }

  private wait(waiting: Waiting, ms: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', finish)
        waiting.wake = () => {}
        resolve(waiting.open.size === 0)
      }
      const timer = setTimeout(finish, ms)
      waiting.wake = finish
      signal?.addEventListener('abort', finish)
      if (waiting.open.size === 0 || signal?.aborted) finish()
    })
  }

  private ended(id: string): void {
    const waiting = this.byCommand.get(id)
    if (!waiting) return
    this.byCommand.delete(id)
    waiting.open.delete(id)
    if (waiting.open.size === 0) waiting.wake()
  }

  private async look(): Promise<void> {
    const ids = [...this.byCommand.keys()]
    // a failed check is repeated at the next gap or at the time limit of each wait
    const open = new Set(await this.stillOpen(ids).catch(() => ids))
    for (const id of ids) if (!open.has(id)) this.ended(id)
  }

  close(): void {
    for (const stop of this.stop) stop()
  }
}
