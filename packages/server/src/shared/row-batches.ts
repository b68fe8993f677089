import { AsyncResource } from 'node:async_hooks'

interface Options<Row> {
  write: (rows: readonly Row[]) => Promise<void>
  /** Hears how many rows were lost since the last write, as soon as one succeeds again. */
  lost: (count: number) => void
  /** Rows of one write. */
  mostAtOnce?: number
  /** Rows that wait, in memory; beyond it they are lost and counted. */
  mostWaiting?: number
  everyMs?: number
}

/**
 * Gathers rows that nobody waits for and writes them together, now and then. While they cannot be written they wait,
 * as far as there is room.
 */
export class RowBatches<Row> {
  private readonly options: Required<Options<Row>>
  private waiting: Row[] = []
  private dropped = 0
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()
  private isClosed = false
  /** Whoever adds a row may act for an account; what is written is everybody's. */
  private readonly flushForAll = AsyncResource.bind(() => void this.flush())

  constructor(options: Options<Row>) {
    this.options = { mostAtOnce: 500, mostWaiting: 5_000, everyMs: 1_000, ...options }
  }

  add(row: Row): void {
    if (this.isClosed || this.waiting.length >= this.options.mostWaiting) this.dropped += 1
    else this.waiting.push(row)
    this.timer ??= setTimeout(this.flushForAll, this.options.everyMs).unref()
  }

  /** Writes what waits; rows that could not be written wait on. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.running = this.running.then(() => this.writeAll())
    return this.running
  }

  private async writeAll(): Promise<void> {
    const { write, lost, mostAtOnce, everyMs } = this.options
    while (this.waiting.length > 0) {
      const rows = this.waiting.slice(0, mostAtOnce)
      try {
        await write(rows)
      } catch {
        // it is somebody else's to tell that the database is away
        if (!this.isClosed) this.timer ??= setTimeout(this.flushForAll, everyMs).unref()
        return
      }
      this.waiting.splice(0, rows.length)
    }
    if (this.dropped === 0) return
    const count = this.dropped
    this.dropped = 0
    lost(count)
  }

  /** Writes what waits once more. */
  async close(): Promise<void> {
    const last = this.flush()
    this.isClosed = true
    await last
  }
}
