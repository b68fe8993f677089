import type { ErrorTable } from './error-table.ts'

/** Errors of the area of drivers. */
export const driverErrors = {
  'driver.balance_too_low': {
    kind: 'not-possible',
    message:
      '{{available}} {{currency}} of your balance are available. This start needs {{needed}} {{currency}}. Top up first.',
  },
  'driver.card_balance_too_low': {
    kind: 'not-possible',
    message:
      'The balance of this card does not cover a start here. Ask the person who pays for it to top up, or choose another card.',
  },
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
  'driver.car_not_allowed': {
    kind: 'not-found',
    message: 'You may not charge this car. Choose another car, or ask the owner of the car to add you.',
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
  'driver.connector_offered': {
    kind: 'not-possible',
    message:
      'This connector is reserved for another driver. Choose another connector, or try again in a few minutes.',
  },
  'driver.queue_elsewhere': {
    kind: 'not-possible',
    message: 'You already wait at {{place}}. Leave that queue first.',
  },
  'driver.queue_no_card': {
    kind: 'not-possible',
    message: 'You have no card that can start a session. Ask the operator for one.',
  },
  'driver.queue_not_needed': {
    kind: 'not-possible',
    message: 'A connector is free. Start there.',
  },
  'driver.queue_out_of_order': {
    kind: 'not-possible',
    message: 'No connector works here at the moment. Choose another place.',
  },
  'driver.reservation_open': {
    kind: 'not-possible',
    message: 'You have a reservation at {{place}}. Cancel it first.',
  },
  'driver.reservation_off': {
    kind: 'not-possible',
    message: 'The operator does not offer reservations here. Choose another place, or come and start there.',
  },
  'driver.reservation_unsupported': {
    kind: 'not-possible',
    message: 'This station cannot reserve connectors. Choose a connector of another station.',
  },
  'driver.reservation_not_free': {
    kind: 'not-possible',
    message: 'This connector is no longer free. Choose another connector.',
  },
  'driver.reservation_queue_first': {
    kind: 'not-possible',
    message: 'Other drivers are waiting for the free connectors here. Join the queue instead.',
  },
  'driver.reservation_too_soon': {
    kind: 'not-possible',
    message:
      'You did not use your last reservation here. You can reserve here again in {{minutes}} min, or start without a reservation.',
  },
  'driver.place_not_found': {
    kind: 'not-found',
    message: 'Place not found.',
  },
  'driver.erase_running': {
    kind: 'not-possible',
    message: 'A session of your card is running. Stop it before you delete your account.',
  },
  'driver.erase_starting': {
    kind: 'not-possible',
    message: 'A session that you have requested may still start. Delete your account in two minutes.',
  },
  'driver.report_not_found': {
    kind: 'not-found',
    message: 'Report not found, or too old for further pictures.',
  },
  'driver.report_place_missing': {
    kind: 'invalid',
    message: 'Name either a connector or a session.',
  },
  'driver.reports_too_many': {
    kind: 'too-many',
    message: 'You have sent {{limit}} reports within an hour. Try again later.',
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
  'guest.code_invalid': {
    kind: 'invalid',
    message: 'This code is not valid any more. Look for a newer label at the station, or call the operator.',
  },
  'guest.link_invalid': {
    kind: 'invalid',
    message:
      'This link is not valid any more. To charge, scan the code at the connector. Ask the operator for an earlier receipt.',
  },
  'guest.not_offered': {
    kind: 'not-possible',
    message:
      'Charging without an account is not offered here. Sign in, or hold a card of the operator to the reader.',
  },
  'guest.no_price': {
    kind: 'not-possible',
    message: 'There is no price for charging without an account here. Ask the operator.',
  },
  'guest.no_provider': {
    kind: 'not-possible',
    message: 'No payment provider is configured.',
  },
  'guest.amount_invalid': {
    kind: 'invalid',
    message: 'Choose one of the amounts offered.',
  },
  'guest.not_reserved': {
    kind: 'not-possible',
    message:
      'The amount is not reserved, so nothing can be started. Scan the code at the connector to start over.',
  },
  'guest.already_started': {
    kind: 'not-possible',
    message:
      'Charging has already started or ended, perhaps by another device with this link. Reload the page to see it.',
  },
  'guest.too_many_open': {
    kind: 'too-many',
    message: 'Too many charges have been begun and not paid. Try again in half an hour.',
  },
  'guest.too_many_mails': {
    kind: 'too-many',
    message: 'The link was sent several times already. Share or copy it instead.',
  },
  'guest.no_connectors': {
    kind: 'not-possible',
    message: 'There are no connectors of public stations to print labels for.',
  },
  'guest.station_not_public': {
    kind: 'not-possible',
    message: 'Only public stations have labels for charging without an account.',
  },
  'guest.currency_invalid': {
    kind: 'invalid',
    message: 'Choose a currency of ISO 4217.',
  },
} as const satisfies ErrorTable
