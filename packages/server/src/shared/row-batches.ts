import { AsyncResource } from 'node:async_hooks'

interface Options<Row> {
  write: (rows: readonly Row[]) => Promise<void>
  /** Receives the number of rows lost since the last write, after one succeeds again. */
  lost: (count: number) => void
  /** Rows per write. */
  maxPerWrite?: number
  /** Rows that wait in memory; beyond it they are dropped and counted. */
  maxWaiting?: number
  everyMs?: number
}

/**
 * Collects rows that no caller waits for and writes them together at intervals. While they cannot be written
 * they wait, up to a limit.
 */
export class RowBatches<Row> {
  private readonly options: Required<Options<Row>>
  private waiting: Row[] = []
  private dropped = 0
  private timer: NodeJS.Timeout | null = null
  private running: Promise<void> = Promise.resolve()
  private isClosed = false
  /** The caller that adds a row may run within a tenant; the write must not be limited to it. */
  private readonly flushForAll = AsyncResource.bind(() => void this.flush())

  constructor(options: Options<Row>) {
    this.options = { maxPerWrite: 500, maxWaiting: 5_000, everyMs: 1_000, ...options }
  }

  add(row: Row): void {
    if (this.isClosed || this.waiting.length >= this.options.maxWaiting) this.dropped += 1
    else this.waiting.push(row)
    this.timer ??= setTimeout(this.flushForAll, this.options.everyMs).unref()
  }

  /** Writes the waiting rows; rows that could not be written remain. */
  flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.running = this.running.then(() => this.writeAll())
    return this.running
  }

  private async writeAll(): Promise<void> {
    const { write, lost, maxPerWrite, everyMs } = this.options
    while (this.waiting.length > 0) {
      const rows = this.waiting.slice(0, maxPerWrite)
      try {
        await write(rows)
      } catch {
        // an unavailable database is reported elsewhere
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

  /** Writes the waiting rows once more. */
  async close(): Promise<void> {
    const last = this.flush()
    this.isClosed = true
    await last
  }
}
