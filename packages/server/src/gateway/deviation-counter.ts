import { toWireText } from '@stationmaster/ocpp'
import type { DeviationFact } from '../shared/facts.ts'
import { maskFrame } from '../shared/secret-words.ts'

interface Counted {
  count: number
  sample: string
}

const mostRules = 200
const longestSample = 500

/** Tolerated departures from the standard, counted in memory and written now and then. */
export class DeviationCounter {
  private counted = new Map<string, Counted>()

  note(rule: string, sample: string): void {
    const known = this.counted.get(rule)
    if (known) known.count++
    else if (this.counted.size < mostRules)
      this.counted.set(toWireText(rule), {
        count: 1,
        sample: toWireText(maskFrame(sample).slice(0, longestSample)),
      })
  }

  get isEmpty(): boolean {
    return this.counted.size === 0
  }

  /** Hands over what was counted and begins anew. */
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
