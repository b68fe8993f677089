import { type Refusal, refuse } from '../../shared/refusal.ts'

export interface HashLimits {
  /** Hashes that run at the same time. */
  running: number
  /** Waiting hashes per caller and in total. */
  waitingOfCaller: number
  waiting: number
}

const busyCaller = refuse('sign_in.too_many_parallel', { retryAfterSeconds: 2 })
const busy = refuse('sign_in.server_busy', { retryAfterSeconds: 2 })

/**
 * Runs password hashes a few at a time: each takes a thread and a processor for some tens of milliseconds,
 * which delays stations. Callers (addresses, or signed-in users) take turns, so that one with many hashes
 * delays only itself. Beyond the limits a hash is refused.
 */
export class HashQueue {
  private readonly limits: HashLimits
  private running = 0
  private waiting = 0
  /** Waiting callers, the next one first. */
  private readonly queues = new Map<string, (() => void)[]>()

  constructor(limits: HashLimits) {
    this.limits = limits
  }

  async run<T>(caller: string, work: () => Promise<T>): Promise<T | Refusal> {
    if (this.running < this.limits.running) this.running++
    else {
      const queue = this.queues.get(caller) ?? []
      if (queue.length >= this.limits.waitingOfCaller) return busyCaller
      if (this.waiting >= this.limits.waiting) return busy
      this.waiting++
      this.queues.set(caller, queue)
      // resolved by the hash that ends before
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      this.next()
    }
  }

  private next(): void {
    const first = this.queues.entries().next().value
    if (!first) {
      this.running--
      return
    }
    const [caller, queue] = first
    this.waiting--
    // append the caller after the others
    this.queues.delete(caller)
    const start = queue.shift()!
    if (queue.length > 0) this.queues.set(caller, queue)
    start()
  }
}
