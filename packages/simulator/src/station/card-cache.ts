import { isPast } from './local-list.ts'
import type { IdTagInfo } from './types.ts'

/** The memory of a real station is small; the oldest entry is removed first. */
const maxCards = 200

/** Authorization status of cards as reported by the central system, for use while offline (E2 3.5.1). */
export class CardCache {
  private readonly cards = new Map<string, IdTagInfo>()

  set(idTag: string, idTagInfo: IdTagInfo): void {
    const name = idTag.toLowerCase()
    this.cards.delete(name)
    this.cards.set(name, idTagInfo)
    const oldest = this.cards.keys().next().value
    if (this.cards.size > maxCards && oldest !== undefined) this.cards.delete(oldest)
  }

  get(idTag: string, nowMs: number): IdTagInfo | null {
    const idTagInfo = this.cards.get(idTag.toLowerCase())
    if (!idTagInfo) return null
    return isPast(idTagInfo.expiryDate, nowMs) ? { ...idTagInfo, status: 'Expired' } : idTagInfo
  }

  clear(): void {
    this.cards.clear()
  }
}
