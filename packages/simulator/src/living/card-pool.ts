import type { Random } from '../time/random.ts'

/** The cards of the drivers who are about. A card is in one hand at a time. */
export class CardPool {
  private readonly random: Random
  private readonly inUse = new Set<string>()
  private readonly cards: readonly string[]

  constructor(cards: readonly string[], random: Random) {
    this.cards = cards
    this.random = random
  }

  /** A card that nobody uses: one of these if there are any, else of all. Null when all are in use. */
  take(preferred: readonly string[] = []): string | null {
    const free = (preferred.length > 0 ? preferred : this.cards).filter((card) => !this.inUse.has(card))
    if (free.length === 0) return null
    const card = this.random.pick(free)
    this.inUse.add(card)
    return card
  }

  giveBack(card: string): void {
    this.inUse.delete(card)
  }
}
