import { type Refusal, refuse } from '../shared/refusal.ts'

const perUser = 3
const inAll = 20

/** Limits the files that are exported at the same time, per user and in all: a caller may read slowly. */
export class ExportSlots {
  private readonly running = new Map<string, number>()

  /** Takes a slot and returns the function that releases it. */
  take(userId: string): (() => void) | Refusal {
    const ofUser = this.running.get(userId) ?? 0
    const all = [...this.running.values()].reduce((sum, count) => sum + count, 0)
    if (ofUser >= perUser || all >= inAll) return refuse('request.too_many_queries', { retryAfterSeconds: 5 })
    this.running.set(userId, ofUser + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (this.running.get(userId) ?? 1) - 1
      if (left === 0) this.running.delete(userId)
      else this.running.set(userId, left)
    }
  }
}
