import type { ErrorTable } from './error-table.ts'

/** Errors of the area of drivers. */
export const driverErrors = {
  'driver.card_blocked': {
    kind: 'not-possible',
    message: 'The card is blocked. Choose another card, or ask the operator to unblock it.',
  },
  'driver.card_expired': {
    kind: 'not-possible',
    message: 'The card has expired. Choose another card.',
  },
  'driver.card_in_use': {
    kind: 'not-possible',
    message: 'The card is already charging elsewhere. Stop that session or choose another card.',
  },
  'driver.charge_not_found': {
    kind: 'not-found',
    message: 'Start not found.',
  },
  'driver.connector_in_use': {
    kind: 'not-possible',
    message: 'Another car is charging at this connector. Choose another connector.',
  },
  'driver.connector_unavailable': {
    kind: 'not-possible',
    message: 'This connector is out of order. Choose another connector.',
  },
  'driver.not_authorized': {
    kind: 'not-found',
    message: 'You may not charge here. Ask the operator for access.',
  },
  'driver.place_not_found': {
    kind: 'not-found',
    message: 'Place not found.',
  },
  'driver.session_ended': {
    kind: 'not-possible',
    message: 'The session has already ended.',
  },
  'driver.station_offline': {
    kind: 'not-possible',
    message: 'The station is offline and cannot be started remotely.',
  },
  'driver.user_not_found': {
    kind: 'not-found',
    message: 'No driver has this user name.',
  },
} as const satisfies ErrorTable
