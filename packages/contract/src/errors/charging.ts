import type { ErrorTable } from './error-table.ts'

/** Errors of cards, charging profiles, local lists, meter values, reservations and sessions. */
export const chargingErrors = {
  'card.code_invalid': {
    kind: 'invalid',
    message: 'The code of a card must contain visible characters.',
  },
  'card.code_of_deleted': {
    kind: 'conflict',
    message: 'A deleted card has this code. Restore it instead.',
  },
  'card.code_taken': {
    kind: 'conflict',
    message: 'A card with this code already exists. Upper and lower case do not count.',
  },
  'card.not_found': { kind: 'not-found', message: 'Card not found.' },
  'card.required': {
    kind: 'invalid',
    message: 'Choose a card: you have no enabled card of your own.',
  },
  'card.wrong_state': {
    kind: 'not-possible',
    message: 'The present state of the card does not allow this.',
  },
  'charging_profile.not_found': { kind: 'not-found', message: 'Charging profile not found.' },
  'charging_profile.number_taken': {
    kind: 'conflict',
    message: 'Another charging profile has this ID (chargingProfileId).',
  },
  'local_list.too_long': {
    kind: 'not-possible',
    message:
      'The list has {{length, number}} entries; the station accepts at most {{limit, number}} in one message (SendLocalListMaxLength).',
  },
  'meter_values.filter_required': {
    kind: 'invalid',
    message: 'Filter by one session (transactionid) or one station (stationid).',
  },
  'period.end_before_start': { kind: 'invalid', message: 'The end must be after the start.' },
  'period.too_long': { kind: 'invalid', message: 'A period has at most {{days, number}} days.' },
  'reservation.ended': { kind: 'not-possible', message: 'The reservation has already ended.' },
  'reservation.not_found': { kind: 'not-found', message: 'Reservation not found.' },
  'transaction.not_at_station': {
    kind: 'not-found',
    message: 'The station has no session with this number.',
  },
  'transaction.not_found': { kind: 'not-found', message: 'Session not found.' },
  'transaction.number_invalid': {
    kind: 'invalid',
    message: 'The number of a session is a whole number from 1 to {{limit, number}}.',
  },
  'transaction.review_not_needed': {
    kind: 'not-possible',
    message: 'This session does not need a review.',
  },
  'transaction.running': {
    kind: 'not-possible',
    message: 'This session is running at its station. Stop it there.',
  },
  'transaction.stopped': {
    kind: 'conflict',
    message: 'The station has already stopped this session.',
  },
  'unmatched_message.energy_implausible': {
    kind: 'not-possible',
    message: 'The meter of this stop is far above that of the start, so it cannot be right.',
  },
  'unmatched_message.energy_negative': {
    kind: 'not-possible',
    message: 'The meter of this stop is below that of the start, so it cannot be right.',
  },
  'unmatched_message.not_a_stop': {
    kind: 'not-possible',
    message: 'Only a stop can be applied to a session.',
  },
  'unmatched_message.not_found': { kind: 'not-found', message: 'Message not found.' },
  'unmatched_message.other_session': {
    kind: 'not-possible',
    message: 'This stop names its session. Apply it to that one.',
  },
  'unmatched_message.resolved': {
    kind: 'conflict',
    message: 'This message has already been resolved. Load the list again.',
  },
  'unmatched_message.unreadable': {
    kind: 'not-possible',
    message: 'The message cannot be read as a stop. Dismiss it with a note.',
  },
} as const satisfies ErrorTable
