import type { QueuedCommand } from './ports.ts'

/** A command that the station has and has not answered. */
export interface PendingCall {
  command: QueuedCommand
  messageId: string
  /** Awake time. */
  sentMs: number
  deadlineMs: number
}

/** How many given-up commands are remembered, to know their late answers. */
const maxLate = 50
/** After so many commands in a row without an answer a station counts as deaf (Q45). */
const unresponsiveAfter = 3

/**
 * Commands to one station: at most one under way (OCPP-J 1.6, 4.1.1), each answer matched to its own message id,
 * a late one never to the next command. Pure: the session does what the results say.
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

  /** The flight that a message id answers; `isLate` when it was given up before. */
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

  /** The flight whose time is over, once. */
  expired(nowMs: number): PendingCall | null {
    const { pending } = this
    if (!pending || nowMs < pending.deadlineMs) return null
    this.pending = null
    this.timeouts++
    if (this.late.size >= maxLate) this.late.delete(this.late.keys().next().value!)
    this.late.set(pending.messageId, pending)
    return pending
  }

  /** The socket is gone, and with it the chance of an answer. */
  abandoned(): PendingCall | null {
    const { pending } = this
    this.pending = null
    return pending
  }

  /** Whether the station became deaf or hears again; null when nothing changed since it was asked last. */
  unresponsiveChange(): boolean | null {
    const isUnresponsive = this.timeouts >= unresponsiveAfter
    if (isUnresponsive === this.isReportedUnresponsive) return null
    this.isReportedUnresponsive = isUnresponsive
    return isUnresponsive
  }
}
