import type { Tx } from './transaction.ts'

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
