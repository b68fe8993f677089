import type { ErrorTable } from './error-table.ts'

/**
 * Errors of commands. Those of kind `unavailable` are also stored with a command that got no response, as the
 * reason or as a note about its result.
 */
export const commandErrors = {
  'bulk.action_unknown': {
    kind: 'invalid',
    message: 'Objects of this class have no bulk action “{{action}}”.',
  },
  'bulk.cancelled': { kind: 'unavailable', message: 'Cancelled before it was started.' },
  'bulk.finished': { kind: 'not-possible', message: 'The run has already finished.' },
  'bulk.more_match': {
    kind: 'conflict',
    message: '{{count, number}} objects match now, more than you confirmed. Select them again.',
  },
  'bulk.not_found': { kind: 'not-found', message: 'Run not found.' },
  'bulk.nothing_matches': { kind: 'not-found', message: 'No object matches.' },
  'bulk.objects_of_others': {
    kind: 'forbidden',
    message:
      'The run has objects that you may not change. Only the user who started it or an administrator can cancel it.',
  },
  'bulk.secret': {
    kind: 'not-possible',
    message:
      'This key contains a secret, which must not be the same at several stations. Change it on the page of each station.',
  },
  'bulk.too_many': { kind: 'invalid', message: 'A run can have at most {{limit, number}} objects.' },
  'bulk.too_many_runs': {
    kind: 'not-possible',
    message:
      'At most {{limit, number}} runs of an account can be in progress. Wait until one finishes, or cancel it.',
  },
  'bulk.user_inactive': { kind: 'forbidden', message: 'The user who started the run can no longer sign in.' },
  'command.cancelled': { kind: 'unavailable', message: 'Cancelled before it was sent.' },
  'command.caller_left': {
    kind: 'unavailable',
    message: 'Not sent: the request timed out while other commands of the station were still waiting.',
  },
  'command.connection_lost': {
    kind: 'unavailable',
    message: 'The connection ended before the station responded.',
  },
  'command.card_blocked': { kind: 'unavailable', message: 'Refused: the card is blocked.' },
  'command.card_refused_by_rule': {
    kind: 'unavailable',
    message: 'Refused: an access rule does not allow the card here at this time.',
  },
  'command.card_balance_too_low': {
    kind: 'unavailable',
    message: 'Refused: the balance of the client is too low.',
  },
  'command.card_expired': { kind: 'unavailable', message: 'Refused: the card has expired.' },
  'command.card_invalid': { kind: 'unavailable', message: 'Refused: the card is unknown.' },
  'command.ended': { kind: 'not-possible', message: 'The command has already ended.' },
  'command.expired': { kind: 'unavailable', message: 'The command expired before it was sent.' },
  'command.interrupted': {
    kind: 'unavailable',
    message: 'The server was interrupted before the station responded.',
  },
  'command.no_response': { kind: 'unavailable', message: 'The station did not respond in time.' },
  'command.no_response_yet': { kind: 'unavailable', message: 'The station has not responded yet.' },
  'command.no_status': { kind: 'unavailable', message: 'The station’s response contains no status.' },
  'command.not_found': { kind: 'not-found', message: 'Command not found.' },
  'command.not_sent': {
    kind: 'unavailable',
    message: 'The connection ended before the command was sent.',
  },
  'command.not_started': {
    kind: 'unavailable',
    message: 'The station accepted, but no session followed.',
  },
  'command.queue_full': {
    kind: 'too-many',
    message:
      '{{limit, number}} commands are waiting for the station. Wait until it responds, or cancel some of them.',
  },
  'command.response_unreadable': {
    kind: 'unavailable',
    message: 'The station’s response is not valid JSON: {{response}}',
  },
  'command.restarted': {
    kind: 'unavailable',
    message: 'The station did not respond; it restarted.',
  },
  'command.sent': {
    kind: 'not-possible',
    message: 'The command has already been sent to the station.',
  },
  'command.session_ended': {
    kind: 'unavailable',
    message: 'The station did not respond; it ended a session because of the reset.',
  },
  'command.unknown': { kind: 'invalid', message: 'OCPP 1.6 has no command “{{action}}”.' },
  'command.unknown_field': { kind: 'invalid', message: 'This message has no field “{{name}}”.' },
} as const satisfies ErrorTable
