import { BoundedMap } from '../../shared/bounded-map.ts'
import type { Log } from '../../shared/log.ts'
import type { LoggedEvent } from '../../shared/log-event.ts'
import { RowBatches } from '../../shared/row-batches.ts'
import { rowOf } from './log-event.ts'
import { teeWarningsToEventLog } from './tee-warnings.ts'
import { insertEvents, type NewEvent } from './store.ts'
import type { Db } from '../../storage/transaction.ts'

interface Share {
  most: number
  windowMs: number
  /** Name of the window in the entry that counts the rest. */
  window: string
}

/** Limit for warnings and errors of one kind and account per minute; the rest is counted. */
const ofTrouble: Share = { most: 20, windowMs: 60_000, window: 'a minute' }
/** Limit for messages of one kind per hour about one user or, without a user, one object; the rest is counted. */
const ofMessages: Share = { most: 10, windowMs: 3_600_000, window: 'an hour' }
/** Kinds counted separately; beyond it those that started longest ago are written with their number. */
const maxCounted = 5_000
const sweepMs = 60_000

interface Counted extends Pick<LoggedEvent, 'type' | 'code' | 'event' | 'account' | 'user' | 'object'> {
  sinceMs: number
  count: number
}

const shareOf = (type: LoggedEvent['type']): Share => (type === 'message' ? ofMessages : ofTrouble)

const keyOf = ({ type, code, event, account, user, object }: LoggedEvent): string =>
  // per account: events of one account must not hide those of another
  JSON.stringify([account ?? '', code, event, type === 'message' ? (user?.userId ?? object ?? '') : ''])

/**
 * Accepts events without blocking the caller, and writes them as soon as a database is available. Repeated
 * events are written a limited number of times a minute, messages an hour, and the rest is counted.
 */
export class EventLogWriter {
  private db: Db | null = null
  private readonly counted = new BoundedMap<string, Counted>(maxCounted, (oldest) =>
    this.logSuppressed(oldest),
  )
  private readonly batches: RowBatches<NewEvent>
  private readonly sweep: NodeJS.Timeout

  constructor() {
    this.batches = new RowBatches<NewEvent>({
      write: (rows) => this.write(rows),
      lost: (count) =>
        this.logEvent({ type: 'warning', code: 'event-log', event: 'events were lost', text: String(count) }),
      maxPerWrite: 200,
      maxWaiting: 2_000,
    })
    this.sweep = setInterval(() => this.forgetEnded(performance.now()), sweepMs).unref()
  }

  /** Sets the database to which events are written from now on. */
  writeTo(db: Db): void {
    this.db = db
  }

  private async write(rows: readonly NewEvent[]): Promise<void> {
    if (!this.db) throw new Error('no database yet')
    await insertEvents(this.db, rows)
  }

  readonly logEvent = (event: LoggedEvent): void => {
    const key = keyOf(event)
    const now = performance.now()
    const { most, windowMs } = shareOf(event.type)
    const known = this.counted.get(key)
    if (known && now - known.sinceMs < windowMs) {
      known.count += 1
      if (known.count > most) return
    } else {
      if (known) this.logSuppressed(known)
      const { type, code, account } = event
      const about = type === 'message' ? { user: event.user, object: event.user ? null : event.object } : {}
      this.counted.set(key, { type, code, account, event: event.event, ...about, sinceMs: now, count: 1 })
    }
    this.batches.add(rowOf(event))
  }

  private logSuppressed({ type, code, event, account, user, object, count }: Counted): void {
    const { most, window } = shareOf(type)
    const text = `${count - most} more within ${window}`
    if (count > most) this.batches.add(rowOf({ type, code, event, text, account, user, object }))
  }

  /** Writes the counts of windows that have ended. */
  private forgetEnded(now: number): void {
    for (const [key, known] of this.counted) {
      if (now - known.sinceMs < shareOf(known.type).windowMs) continue
      this.counted.delete(key)
      this.logSuppressed(known)
    }
  }

  /** Returns a log whose warnings, errors and reports of completed work become events as well. */
  teeWarnings = (log: Log): Log => teeWarningsToEventLog(log, this.logEvent)

  flush = (): Promise<void> => this.batches.flush()

  async close(): Promise<void> {
    clearInterval(this.sweep)
    for (const known of this.counted.values()) this.logSuppressed(known)
    await this.batches.close()
  }
}
