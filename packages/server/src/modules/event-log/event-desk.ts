import type { Kysely } from 'kysely'
import { BoundedMap } from '../../shared/bounded-map.ts'
import type { Log } from '../../shared/log.ts'
import { RowBatches } from '../../shared/row-batches.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { type LoggedEvent, rowOf } from './log-event.ts'
import { overhear } from './overhear.ts'
import { insertEvents, type NewEvent } from './store.ts'

/** Events of one kind and one account that are written in a minute; the rest of the minute is counted. */
const mostOfOne = 20
const minuteMs = 60_000
/** Kinds and accounts that are counted apart; beyond it those that began longest ago are written with their number. */
const mostCounted = 5_000

interface Counted extends Pick<LoggedEvent, 'type' | 'code' | 'event' | 'account'> {
  sinceMs: number
  count: number
}

/**
 * Takes events from everywhere without holding anybody up, and writes them as soon as there is a database. What
 * repeats itself all the time is kept some times a minute, and then told with the number that was left out.
 */
export class EventDesk {
  private db: Kysely<Database> | null = null
  private readonly told = new BoundedMap<string, Counted>(mostCounted, (oldest) => this.tellRest(oldest))
  private readonly batches: RowBatches<NewEvent>

  constructor() {
    this.batches = new RowBatches<NewEvent>({
      write: (rows) => this.write(rows),
      lost: (count) =>
        this.tell({ type: 'warning', code: 'event-log', event: 'events were lost', text: String(count) }),
      mostAtOnce: 200,
      mostWaiting: 2_000,
    })
  }

  /** Where events go from now on. */
  writeTo(db: Kysely<Database>): void {
    this.db = db
  }

  private async write(rows: readonly NewEvent[]): Promise<void> {
    if (!this.db) throw new Error('no database yet')
    await insertEvents(this.db, rows)
  }

  readonly tell = (event: LoggedEvent): void => {
    // of each account by itself: events of one account must not hide those of another
    const key = `${event.account ?? ''} ${event.code} ${event.event}`
    const now = performance.now()
    const known = this.told.get(key)
    if (known && now - known.sinceMs < minuteMs) {
      known.count += 1
      if (known.count > mostOfOne) return
    } else {
      if (known) this.tellRest(known)
      const { type, code, account } = event
      this.told.set(key, { type, code, account, event: event.event, sinceMs: now, count: 1 })
    }
    this.batches.add(rowOf(event))
  }

  private tellRest({ type, code, event, account, count }: Counted): void {
    const left = count - mostOfOne
    if (left <= 0) return
    this.batches.add(rowOf({ type, code, account, event, text: `${left} more within a minute` }))
  }

  /** A log whose warnings and errors come here, too. */
  overhear = (log: Log): Log => overhear(log, this.tell)

  flush = (): Promise<void> => this.batches.flush()

  async close(): Promise<void> {
    for (const known of this.told.values()) this.tellRest(known)
    await this.batches.close()
  }
}
