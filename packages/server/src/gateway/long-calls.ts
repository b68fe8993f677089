/** Characters of all long messages that wait or are worked on; 64 MiB where each has one byte. */
const mostChars = 64 * 1024 * 1024
/** So many are worked on together; the others wait in the order they came. */
const together = 4

/**
 * Shares the process among the messages that are read in parts: a station that sends one after the other takes turns
 * with the others, and all of them together hold a bounded part of the memory.
 */
export class LongCalls {
  private readonly waiting: ((end: () => void) => void)[] = []
  private running = 0
  private held = 0

  /** Counts the characters of a message; null when there are too many already. */
  hold(chars: number): (() => void) | null {
    if (this.held + chars > mostChars) return null
    this.held += chars
    return () => void (this.held -= chars)
  }

  get heldChars(): number {
    return this.held
  }

  /** Resolves in a turn of the event loop of its own; the caller says when its message has come to an end. */
  turn(): Promise<() => void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      if (this.running < together) this.next()
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
