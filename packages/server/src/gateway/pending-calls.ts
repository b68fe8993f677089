import type { QueuedCommand } from './ports.ts'

/** Command that was sent and not answered. */
export interface PendingCall {
  command: QueuedCommand
  messageId: string
  /** Awake time of sending. */
  sentMs: number
  deadlineMs: number
}

/** Maximum number of expired commands that are remembered to recognize late answers. */
const maxLate = 50
/** Number of unanswered commands in a row after which a station counts as unresponsive (Q45). */
const unresponsiveAfter = 3

/**
 * Commands to one station: at most one in progress (OCPP-J 1.6, 4.1.1), each answer matched to its own
 * message id, a late one never to the next command. Has no side effects; the caller acts on the results.
 */
export class PendingCalls {
  private pending: PendingCall | null = null
  private readonly late = new Map<string, PendingCall>()
  private timeouts = 0
  private isReportedUnresponsive = false

  get isFree(): boolean {
    return this.pending === null
  }

  sent(pending: PendingCall): void {
    this.pending = pending
  }

  /** Returns the command that a message id answers; `isLate` if it had expired. */
  answered(messageId: string): { pending: PendingCall; isLate: boolean } | null {
    const { pending } = this
    if (pending?.messageId === messageId) {
      this.pending = null
      this.timeouts = 0
      return { pending, isLate: false }
    }
    const late = this.late.get(messageId)
    if (!late) return null
    this.late.delete(messageId)
    this.timeouts = 0
    return { pending: late, isLate: true }
  }

  /** Returns the command whose time limit has passed, once. */
  expired(nowMs: number): PendingCall | null {
    const { pending } = this
    if (!pending || nowMs < pending.deadlineMs) return null
    this.pending = null
    this.timeouts++
    if (this.late.size >= maxLate) this.late.delete(this.late.keys().next().value!)
    this.late.set(pending.messageId, pending)
    return pending
  }

  /** Returns the command that can no longer be answered because the socket is closed. */
  abandoned(): PendingCall | null {
    const { pending } = this
    this.pending = null
    return pending
  }

  /**
   * Returns true if the station became unresponsive, false if it answers again; null if nothing changed since
   * the last call.
   */
  unresponsiveChange(): boolean | null {
    const isUnresponsive = this.timeouts >= unresponsiveAfter
    if (isUnresponsive === this.isReportedUnresponsive) return null
    this.isReportedUnresponsive = isUnresponsive
    return isUnresponsive
  }
}
