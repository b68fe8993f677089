import { toWireText } from '@stationmaster/ocpp'
import type { DeviationFact } from '../shared/facts.ts'
import { detached } from '../shared/detached.ts'
import { maskFrame } from '../shared/secret-words.ts'

interface Counted {
  count: number
  sample: string
}

const maxRules = 200
const longestSample = 500
/** Maximum number of characters of a frame that are searched for secrets and shown. */
const longestSearched = 4_000

/** Counts tolerated deviations in memory until they are written. */
export class DeviationCounter {
  private counted = new Map<string, Counted>()

  note(rule: string, sample: string): void {
    const name = toWireText(rule)
    const known = this.counted.get(name)
    if (known) known.count++
    else if (this.counted.size < maxRules)
      this.counted.set(name, {
        count: 1,
        sample: detached(toWireText(maskFrame(sample.slice(0, longestSearched)).slice(0, longestSample))),
      })
  }

  get isEmpty(): boolean {
    return this.counted.size === 0
  }

  /** Returns the counted deviations and resets the counters. */
  take(stationId: string, at: Date): DeviationFact[] {
    const rows = Array.from(this.counted, ([rule, { count, sample }]) => ({
      stationId,
      rule,
      count,
      lastAt: at.toISOString(),
      sample,
    }))
    this.counted = new Map()
    return rows
  }
}
