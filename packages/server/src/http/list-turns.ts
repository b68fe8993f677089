import { type Refusal, refuse } from '../shared/refusal.ts'

interface Limits {
  /** So many lists of one person are read at once. */
  most: number
  /** So long a further one waits for its turn. */
  patienceMs: number
}

const usual: Limits = { most: 4, patienceMs: 10_000 }

/**
 * Lets nobody fill the connections to the database, which are few, with searches that take long: further lists of one
 * person wait for their turn, and after a while they are refused.
 */
export class ListTurns {
  private readonly limits: Limits
  private readonly running = new Map<string, number>()
  private readonly waiting = new Map<string, (() => void)[]>()

  constructor(limits = usual) {
    this.limits = limits
  }

  async run<T>(person: string, work: () => Promise<T>): Promise<T | Refusal> {
    if ((this.running.get(person) ?? 0) < this.limits.most)
      this.running.set(person, (this.running.get(person) ?? 0) + 1)
    else if (!(await this.turn(person)))
      return { ...refuse('too-many', 'too many lists are being read for you; wait'), retryAfterSeconds: 5 }
    try {
      return await work()
    } finally {
      this.next(person)
    }
  }

  /** Whether the turn came in time. */
  private turn(person: string): Promise<boolean> {
    const queue = this.waiting.get(person) ?? []
    this.waiting.set(person, queue)
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(go), 1)
        resolve(false)
      }, this.limits.patienceMs)
      queue.push(go)
    })
  }

  /** The next one takes the place over, so that the count stays. */
  private next(person: string): void {
    const go = this.waiting.get(person)?.shift()
    if (go) return go()
    this.waiting.delete(person)
    const left = (this.running.get(person) ?? 1) - 1
    if (left > 0) this.running.set(person, left)
    else this.running.delete(person)
  }
}
