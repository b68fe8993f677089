import type { Payload } from '../commands/index.ts'

/** Specification, 5: the default expiry of a reservation, from now and in UTC. */
const defaultMinutes = 15

export const defaultExpiry = (now: Date): string =>
  new Date(now.getTime() + defaultMinutes * 60_000).toISOString()

/** Content of a ReserveNow. */
export interface ReservationRequest {
  number: number
  /** Null: any EVSE of the station. */
  evseNo: number | null
  idTag: string
  parentIdTag: string | null
  expiresAt: Date
}

/** Reads a request that was validated before it was stored. */
export function readReservationRequest(request: Payload, now: Date): ReservationRequest {
  const { connectorId, expiryDate, idTag, parentIdTag, reservationId } = request
  const expiresAt = new Date(String(expiryDate))
  return {
    number: Number(reservationId),
    evseNo: Number(connectorId) || null,
    idTag: String(idTag),
    parentIdTag: typeof parentIdTag === 'string' ? parentIdTag : null,
    // a leap second passes the schema but is not a valid Date
    expiresAt: Number.isNaN(expiresAt.getTime()) ? new Date(defaultExpiry(now)) : expiresAt,
  }
}
