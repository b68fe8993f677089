import { Type } from 'typebox'
import { ownPlace } from './driver.ts'
import { endpoint } from './endpoint.ts'
import { closed, Id } from './shapes.ts'

/** Minutes after a reservation that was not used in which its driver cannot reserve at the same place. */
export const reservationPauseMinutes = 30

export const driverReservationCreate = endpoint({
  ...ownPlace,
  path: '/driver/reservation/create',
  summary:
    'Request a station to reserve a free connector for an own card. A repeated request with the same id reserves nothing again. A driver has one reservation at a time',
  names: 'object',
  maxPerMinute: 20,
  body: Type.Object({ id: Id, connector: Id, card: Id }, closed),
})

export const driverReservationCancel = endpoint({
  ...ownPlace,
  path: '/driver/reservation/cancel',
  summary: "Cancel the caller's reservation; the station is asked as soon as it is connected",
  maxPerMinute: 20,
})
