/**
 * Maximum number of characters of all long messages that wait or are processed; 64 MiB if each takes one
 * byte.
 */
const maxChars = 64 * 1024 * 1024
/** Number of messages that are processed concurrently; the others wait in the order of arrival. */
const maxConcurrent = 4

/**
 * Shares the process among the messages that are read in parts: a station that sends one after the other
 * alternates with other stations, and all of them together use a bounded amount of memory.
 */
export class LongCalls {
  private readonly waiting: ((end: () => void) => void)[] = []
  private running = 0
  private reserved = 0

  /** Reserves memory for a message; returns the function that releases it, or null if the limit is reached. */
  reserve(chars: number): (() => void) | null {
    if (this.reserved + chars > maxChars) return null
    this.reserved += chars
    return () => void (this.reserved -= chars)
  }

  get reservedChars(): number {
    return this.reserved
  }

  /**
   * Resolves in a separate turn of the event loop to a function that the caller calls when its message is
   * finished.
   */
  turn(): Promise<() => void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      if (this.running < maxConcurrent) this.next()
    })
  }

  private next(): void {
    const resolve = this.waiting.shift()
    if (!resolve) return
    this.running++
    setImmediate(() =>
      resolve(() => {
        this.running--
        this.next()
      }),
    )
  }
}
