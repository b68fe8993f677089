import type { Hint } from '@stationmaster/contract'

/** Number of ids above which a hint names none (contract, live.ts). */
const maxIds = 50

/**
 * Collects hints and joins those of one kind and station, so that an object with many changes causes one
 * message per interval.
 */
export class HintGatherer {
  private gathered = new Map<string, { kind: Hint['kind']; station?: string; ids: Set<string> | null }>()

  add(hint: Hint): void {
    const key = `${hint.kind} ${hint.station ?? ''}`
    const known = this.gathered.get(key)
    if (!known) {
      const ids = hint.ids ? new Set(hint.ids) : null
      this.gathered.set(key, { kind: hint.kind, ...(hint.station && { station: hint.station }), ids })
      return
    }
    if (!known.ids) return
    if (!hint.ids) known.ids = null
    else for (const id of hint.ids) known.ids.add(id)
    if (known.ids && known.ids.size > maxIds) known.ids = null
  }

  /** Returns the collected hints and clears them. */
  take(): Hint[] {
    const hints = [...this.gathered.values()].map(({ ids, ...hint }) =>
      ids ? { ...hint, ids: [...ids] } : hint,
    )
    this.gathered = new Map()
    return hints
  }
}
