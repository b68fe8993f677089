import type { Clock } from '../../shared/clock.ts'
import type { HourCounts } from './store.ts'

const hourMs = 3_600_000
const hours = 24
/**
 * Milliseconds after which the counts of an hour are final: a request is logged a moment after it was
 * answered.
 */
const finalAfterMs = 5 * 60_000

/** Activity of the last 24 hours. Past hours do not change, so each is counted once. */
export class DayOfActivity {
  private readonly count: (since: Date) => Promise<HourCounts[]>
  private readonly clock: Clock
  private final = new Map<number, HourCounts>()

  constructor(count: (since: Date) => Promise<HourCounts[]>, clock: Clock) {
    this.count = count
    this.clock = clock
  }

  async read(): Promise<HourCounts[]> {
    const nowMs = this.clock.now().getTime()
    const present = Math.floor(nowMs / hourMs) * hourMs
    const slots = Array.from({ length: hours }, (_, place) => present - (hours - 1 - place) * hourMs)
    const first = slots.find((hour) => !this.final.has(hour)) ?? present
    const counted = new Map((await this.count(new Date(first))).map((row) => [row.from.getTime(), row]))
    const day = slots.map((hour) => this.final.get(hour) ?? counted.get(hour) ?? emptyHour(hour))
    this.final = new Map(
      day
        .filter(({ from }) => from.getTime() + hourMs + finalAfterMs <= nowMs)
        .map((row) => [row.from.getTime(), row]),
    )
    return day
  }
}

const emptyHour = (hour: number): HourCounts => ({
  from: new Date(hour),
  calls: 0,
  failed: 0,
  messages: 0,
  warnings: 0,
  errors: 0,
})
