import { sql } from 'kysely'
import type { Clock } from '../shared/clock.ts'
import { isStill } from '../shared/is-still.ts'
import type { Db, Tx } from './transaction.ts'

/** An attempt that has begun: the message and the number of its attempts so far. */
export interface CurrentAttempt {
  id: string
  tries: number
}

/** Error of an attempt after which another process has begun the next one. */
export class ReplacedAttempt extends Error {
  constructor() {
    super('another process has begun the next attempt')
  }
}

/**
 * Returns true if the message still waits and no later attempt has begun. A process that was suspended must not send it
 * when it continues. Pushes that do not wait any more are deleted.
 */
export const isCurrentAttempt = (
  { db, clock }: { db: Db; clock: Pick<Clock, 'monotonicMs'> },
  table: 'mails' | 'script_posts' | 'push_messages',
  { id, tries }: CurrentAttempt,
): Promise<boolean> =>
  isStill(clock, async () => {
    const isWaiting = table === 'push_messages' ? sql`true` : sql`state = 'queued'`
    const { rows } = await sql`select from ${sql.table(table)}
      where id = ${id} and tries = ${tries} and ${isWaiting}`.execute(db)
    return rows.length > 0
  })

/** An attempt to send a mail or a post. */
export interface Attempt {
  /** Mail or post; the same for all its attempts. */
  messageId: string
  at: Date
  isDelivered: boolean
  /** True if no further attempt follows. */
  isFinal: boolean
  reason: string | null
}

export type AttemptListener = (tx: Tx, attempt: Attempt) => Promise<void>

type Outcome = { kind: 'sent' } | { kind: string; why: string }

export const asAttempt = (
  messageId: string,
  { outcome, isFinal, at }: { outcome: Outcome; isFinal: boolean; at: Date },
): Attempt => ({
  messageId,
  at,
  isDelivered: outcome.kind === 'sent',
  isFinal,
  reason: 'why' in outcome ? outcome.why : null,
})

/** Modules that store the attempts of their messages; they are added when the application is composed. */
export class AttemptListeners {
  private readonly listeners: AttemptListener[] = []

  add(listener: AttemptListener): void {
    this.listeners.push(listener)
  }

  readonly notify: AttemptListener = async (tx, attempt) => {
    for (const listener of this.listeners) await listener(tx, attempt)
  }
}
