import type { Random } from '../time/random.ts'

/** So much of the cards stays at home: an operator who starts a charge by hand finds one that is not in use. */
const shareAtHome = 0.25

/** The cards of the drivers who are about, the last quarter left out. A card is in one hand at a time. */
export class CardPool {
  private readonly random: Random
  private readonly inUse = new Set<string>()
  private readonly cards: readonly string[]

  constructor(cards: readonly string[], random: Random) {
    this.cards = cards.slice(0, cards.length - Math.floor(cards.length * shareAtHome))
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
