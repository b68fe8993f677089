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
    message: 'A card with this code already exists. Upper and lower case are not distinguished.',
  },
  'card.not_found': { kind: 'not-found', message: 'Card not found.' },
  'card.required': {
    kind: 'invalid',
    message: 'Choose a card: you have no active card of your own.',
  },
  'card.wrong_state': {
    kind: 'not-possible',
    message: 'The current state of the card does not allow this.',
  },
  'charge.not_found': { kind: 'not-found', message: 'Charge not found.' },
  'charge.wrong_state': {
    kind: 'not-possible',
    message: 'The state of the charge does not allow this. Someone else may have decided about it.',
  },
  'rating.not_found': { kind: 'not-found', message: 'No price of this session was found.' },
  'client.code_taken': { kind: 'conflict', message: 'A client with this number already exists.' },
  'client.not_found': { kind: 'not-found', message: 'Client not found.' },
  'client.wrong_state': {
    kind: 'not-possible',
    message: 'The current state of the client does not allow this.',
  },
  'ledger.balance_too_low': { kind: 'not-possible', message: 'The balance of the account is too low.' },
  'order.not_found': { kind: 'not-found', message: 'Order not found.' },
  'access_rule.code_taken': { kind: 'conflict', message: 'An access rule with this number already exists.' },
  'access_rule.connector_of_no_station': {
    kind: 'invalid',
    message: 'Choose the station of the connector.',
  },
  'access_rule.ends_before_start': { kind: 'invalid', message: 'The rule ends before it begins.' },
  'access_rule.not_found': { kind: 'not-found', message: 'Access rule not found.' },
  'access_rule.object_unknown': { kind: 'not-found', message: 'Not found. It may have been deleted.' },
  'access_rule.one_selection': {
    kind: 'invalid',
    message: 'A rule can name only one kind of cards and only one kind of place.',
  },
  'access_rule.wrong_state': {
    kind: 'not-possible',
    message: 'The current state of the access rule does not allow this.',
  },
  'card.refused_by_rule': {
    kind: 'not-possible',
    message: 'Refused: an access rule does not allow the card here at this time.',
  },
  'card.balance_too_low': {
    kind: 'not-possible',
    message: 'Refused: the balance of the client is too low.',
  },
  'car.driver_is_owner': {
    kind: 'not-possible',
    message: 'This person is the owner of the car and may charge it anyway.',
  },
  'car.driver_not_found': { kind: 'not-found', message: 'This person is no longer on the list.' },
  'car.not_found': { kind: 'not-found', message: 'Car not found.' },
  'car.wrong_state': { kind: 'not-possible', message: 'The state of the car does not allow this.' },
  'site.code_taken': { kind: 'conflict', message: 'A site with this number already exists.' },
  'site.not_found': { kind: 'not-found', message: 'Site not found.' },
  'site.wrong_state': {
    kind: 'not-possible',
    message: 'The current state of the site does not allow this.',
  },
  'site.hours_overlap': {
    kind: 'invalid',
    message: 'The opening hours overlap or end before they begin (weekday {{weekday}}, {{period}}).',
  },
  'charging_profile.not_found': { kind: 'not-found', message: 'Charging profile not found.' },
  'charging_profile.number_taken': {
    kind: 'conflict',
    message: 'Another charging profile already has this ID (chargingProfileId).',
  },
  'incident.not_found': { kind: 'not-found', message: 'Incident not found.' },
  'incident.closed': { kind: 'conflict', message: 'The incident is already closed.' },
  'incident.assignee_unknown': {
    kind: 'invalid',
    message: 'Incidents can only be assigned to active operators of the account.',
  },
  'incident.limit_range': {
    kind: 'invalid',
    message: 'The limit of this rule is between {{least, number}} and {{most, number}}.',
  },
  'incident.snooze_past': { kind: 'invalid', message: 'Choose a time in the future.' },
  'local_list.disabled': {
    kind: 'not-possible',
    message:
      'The local list is switched off at the station. Set LocalAuthListEnabled to true, then send again.',
  },
  'local_list.no_answer': {
    kind: 'unavailable',
    message: 'The station did not answer as the standard requires. The list is sent again automatically.',
  },
  'local_list.rejected': {
    kind: 'not-possible',
    message:
      'The station rejected the list ({{status}}), also in full. Check its limits (LocalAuthListMaxLength, SendLocalListMaxLength) and its log, then send again.',
  },
  'local_list.unsupported': {
    kind: 'not-possible',
    message:
      'The station does not support local lists or does not report LocalAuthListMaxLength. Switch the automatic list off for it.',
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
  'availability.too_many': {
    kind: 'invalid',
    message: 'At most {{limit, number}} connectors can be evaluated together. Choose a site or network.',
  },
  'note.not_found': { kind: 'not-found', message: 'Note not found.' },
  'saved_view.not_found': { kind: 'not-found', message: 'View not found.' },
  'saved_view.cannot_list': { kind: 'forbidden', message: 'You may not see this list.' },
  'saved_view.cannot_change': {
    kind: 'forbidden',
    message: 'Only its owner or an administrator can change this view.',
  },
  'exclusion.file_unreadable': {
    kind: 'invalid',
    message: 'Choose a picture (JPEG, PNG, WebP, AVIF, GIF or TIFF) or a PDF document.',
  },
  'exclusion.not_found': { kind: 'not-found', message: 'Exclusion not found.' },
  'period.end_before_start': { kind: 'invalid', message: 'The end must be after the start.' },
  'period.too_long': { kind: 'invalid', message: 'A period can have at most {{days, number}} days.' },
  'reservation.ended': { kind: 'not-possible', message: 'The reservation has already ended.' },
  'reservation.not_found': { kind: 'not-found', message: 'Reservation not found.' },
  'transaction.not_at_station': {
    kind: 'not-found',
    message: 'The station has no charging session with this number.',
  },
  'transaction.not_found': { kind: 'not-found', message: 'Charging session not found.' },
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
    message: 'This session is still running at the station. Stop it first.',
  },
  'transaction.stopped': {
    kind: 'conflict',
    message: 'The station has already ended this session.',
  },
  'unmatched_message.energy_implausible': {
    kind: 'not-possible',
    message: 'The meter value of this stop is far above the value at the start, so it cannot be correct.',
  },
  'unmatched_message.energy_negative': {
    kind: 'not-possible',
    message: 'The meter value of this stop is below the value at the start, so it cannot be correct.',
  },
  'unmatched_message.not_a_stop': {
    kind: 'not-possible',
    message: 'Only a stop can be applied to a session.',
  },
  'unmatched_message.not_found': { kind: 'not-found', message: 'Message not found.' },
  'unmatched_message.other_session': {
    kind: 'not-possible',
    message: 'This stop names its session. Apply it to that session.',
  },
  'unmatched_message.resolved': {
    kind: 'conflict',
    message: 'This message has already been resolved. Reload the list.',
  },
  'unmatched_message.unreadable': {
    kind: 'not-possible',
    message: 'The message cannot be read as a stop. Dismiss it with a note.',
  },
} as const satisfies ErrorTable
