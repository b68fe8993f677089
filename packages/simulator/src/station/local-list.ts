import type { IdTagInfo } from './types.ts'

export interface LocalListItem {
  readonly idTag: string
  /** Absent in a differential update: the card is removed from the list. */
  readonly idTagInfo?: IdTagInfo
}

export interface LocalListUpdate {
  readonly type: 'Full' | 'Differential'
  readonly version: number
  readonly items: readonly LocalListItem[]
}

export type LocalListOutcome = 'Accepted' | 'Failed' | 'VersionMismatch'

/** Returns true if a date has passed. */
export const isPast = (date: string | undefined, nowMs: number): boolean =>
  date !== undefined && Date.parse(date) <= nowMs

/** The list of cards that the central system has sent to a station. */
export class LocalList {
  /** 0 is an empty list (E2 5.10). */
  version = 0
  private cards = new Map<string, IdTagInfo>()

  get size(): number {
    return this.cards.size
  }

  get(idTag: string): IdTagInfo | null {
    return this.cards.get(idTag.toLowerCase()) ?? null
  }

  /** Applies a full or differential update (E2 5.15); an invalid one changes nothing. */
  update({ type, version, items }: LocalListUpdate, maxCards: number): LocalListOutcome {
    const names = new Set(items.map((item) => item.idTag.toLowerCase()))
    if (version <= 0 || names.size !== items.length) return 'Failed'
    if (type === 'Differential' && version <= this.version) return 'VersionMismatch'
    if (type === 'Full' && items.some((item) => !item.idTagInfo)) return 'Failed'
    const cards = new Map(type === 'Full' ? [] : this.cards)
    for (const { idTag, idTagInfo } of items) {
      if (idTagInfo) cards.set(idTag.toLowerCase(), idTagInfo)
      else cards.delete(idTag.toLowerCase())
    }
    if (cards.size > maxCards) return 'Failed'
    this.cards = cards
    this.version = version
    return 'Accepted'
  }
}
