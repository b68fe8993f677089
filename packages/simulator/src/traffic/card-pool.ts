import type { Random } from '../time/random.ts'

/** Share of the cards that drivers never use: an operator who starts a transaction remotely finds a free one. */
const shareAtHome = 0.25

/** The cards of the drivers, without the last quarter. A card is used by one driver at a time. */
export class CardPool {
  private readonly random: Random
  private readonly inUse = new Set<string>()
  private readonly cards: readonly string[]

  constructor(cards: readonly string[], random: Random) {
    this.cards = cards.slice(0, cards.length - Math.floor(cards.length * shareAtHome))
    this.random = random
  }

  /** Returns an unused card: one of the preferred cards if there are any, else of all. Null if all are in use. */
  take(preferred: readonly string[] = []): string | null {
    const free = (preferred.length > 0 ? preferred : this.cards).filter((card) => !this.inUse.has(card))
    if (free.length === 0) return null
    const card = this.random.pick(free)
    this.inUse.add(card)
    return card
  }

  release(card: string): void {
    this.inUse.delete(card)
  }
}
