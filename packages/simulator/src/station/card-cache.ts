import { isPast } from './local-list.ts'
import type { Verdict } from './words.ts'

/** The memory of a real station is small; the oldest entry is removed first. */
const mostCards = 200

/** Authorization status of cards as reported by the central system, for use while offline (E2 3.5.1). */
export class CardCache {
  private readonly cards = new Map<string, Verdict>()

  keep(idTag: string, verdict: Verdict): void {
    const name = idTag.toLowerCase()
    this.cards.delete(name)
    this.cards.set(name, verdict)
    const oldest = this.cards.keys().next().value
    if (this.cards.size > mostCards && oldest !== undefined) this.cards.delete(oldest)
  }

  get(idTag: string, nowMs: number): Verdict | null {
    const verdict = this.cards.get(idTag.toLowerCase())
    if (!verdict) return null
    return isPast(verdict.expiryDate, nowMs) ? { ...verdict, status: 'Expired' } : verdict
  }

  clear(): void {
    this.cards.clear()
  }
}
