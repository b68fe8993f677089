import type { Clock, Timer } from '../time/clock.ts'
import type { Connector } from './connector.ts'
import type { Reservation } from './types.ts'

/** 1.6 defines idTag as case-insensitive text. */
export const sameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Returns true if a reservation is for this card. */
export const isFor = (reservation: Reservation, idTag: string, parentIdTag?: string): boolean =>
  sameTag(reservation.idTag, idTag) ||
  (reservation.parentIdTag !== undefined &&
    parentIdTag !== undefined &&
    sameTag(reservation.parentIdTag, parentIdTag))

/** The reservations of one station: until used, cancelled or expired. */
export class Reservations {
  private readonly active = new Map<number, { reservation: Reservation; timer: Timer }>()
  private readonly clock: Clock
  private readonly connectors: readonly Connector[]
  private readonly onChange: () => void

  constructor(clock: Clock, connectors: readonly Connector[], onChange: () => void) {
    this.clock = clock
    this.connectors = connectors
    this.onChange = onChange
  }

  get all(): readonly Reservation[] {
    return [...this.active.values()].map((each) => each.reservation)
  }

  get(id: number): Reservation | null {
    return this.active.get(id)?.reservation ?? null
  }

  /** Stores a reservation; one with the same id is replaced (E2 5.13). */
  hold(reservation: Reservation): void {
    this.drop(reservation.id)
    const timer = this.clock.after(reservation.expiresAtMs - this.clock.now(), () => this.end(reservation.id))
    this.active.set(reservation.id, { reservation, timer })
    const connector = this.connectors.find((each) => each.id === reservation.connectorId)
    if (connector) connector.reservation = reservation
    this.onChange()
  }

  /** Ends a reservation by use, by cancellation or by expiry; false if there is none with this id. */
  end(id: number): boolean {
    const existed = this.drop(id)
    if (existed) this.onChange()
    return existed
  }

  /**
   * Returns the reservation that lets this card start here: that of the connector, or one of the whole
   * station.
   */
  usableBy(connectorId: number, idTag: string, parentIdTag?: string): Reservation | null {
    const fitting = this.all.filter((each) => isFor(each, idTag, parentIdTag))
    return (
      fitting.find((each) => each.connectorId === connectorId) ??
      fitting.find((each) => each.connectorId === 0) ??
      null
    )
  }

  private drop(id: number): boolean {
    const entry = this.active.get(id)
    if (!entry) return false
    entry.timer.cancel()
    this.active.delete(id)
    for (const connector of this.connectors)
      if (connector.reservation?.id === id) connector.reservation = null
    return true
  }

  /** Cancels the timers; reservations of a removed station never expire. */
  close(): void {
    for (const { timer } of this.active.values()) timer.cancel()
  }
}
