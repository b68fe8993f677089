import type { CommandDown } from './ports.ts'

/** A command that the station has and has not answered. */
export interface Flight {
  command: CommandDown
  messageId: string
  /** Awake time. */
  sentMs: number
  deadlineMs: number
}

/** How many given-up commands are remembered, to know their late answers. */
const mostLate = 50
/** After so many commands in a row without an answer a station counts as deaf (Q45). */
const deafAfter = 3

/**
 * Commands to one station: at most one under way (OCPP-J 1.6, 4.1.1), each answer matched to its own message id,
 * a late one never to the next command. Pure: the session does what the results say.
 */
export class Outbound {
  private flight: Flight | null = null
  private readonly late = new Map<string, Flight>()
  private silences = 0
  private isDeafTold = false

  get isFree(): boolean {
    return this.flight === null
  }

  sent(flight: Flight): void {
    this.flight = flight
  }

  /** The flight that a message id answers; `isLate` when it was given up before. */
  answered(messageId: string): { flight: Flight; isLate: boolean } | null {
    const { flight } = this
    if (flight?.messageId === messageId) {
      this.flight = null
      this.silences = 0
      return { flight, isLate: false }
    }
    const late = this.late.get(messageId)
    if (!late) return null
    this.late.delete(messageId)
    this.silences = 0
    return { flight: late, isLate: true }
  }

  /** The flight whose time is over, once. */
  expired(nowMs: number): Flight | null {
    const { flight } = this
    if (!flight || nowMs < flight.deadlineMs) return null
    this.flight = null
    this.silences++
    if (this.late.size >= mostLate) this.late.delete(this.late.keys().next().value!)
    this.late.set(flight.messageId, flight)
    return flight
  }

  /** The socket is gone, and with it the chance of an answer. */
  abandoned(): Flight | null {
    const { flight } = this
    this.flight = null
    return flight
  }

  /** Whether the station became deaf or hears again; null when nothing changed since it was asked last. */
  deafChange(): boolean | null {
    const isDeaf = this.silences >= deafAfter
    if (isDeaf === this.isDeafTold) return null
    this.isDeafTold = isDeaf
    return isDeaf
  }
}
