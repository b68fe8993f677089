import type { ErrorTable } from './error-table.ts'

/** Errors of stations, connectors, cards, commands, reservations and transactions. */
export const chargingErrors = {
  'card.code_of_deleted': {
    kind: 'conflict',
    message: 'A deleted card has this code. Restore it instead.',
  },
  'card.code_taken': {
    kind: 'conflict',
    message: 'A card with this code already exists. Upper and lower case do not count.',
  },
  'connector.not_announced': {
    kind: 'not-possible',
    message:
      'The station has not announced this connector, so it may not exist. Wait until it does, or remove the connector.',
  },
  'local_list.too_long': {
    kind: 'not-possible',
    message:
      'The list has {{length, number}} entries; the station accepts at most {{limit, number}} in one message (SendLocalListMaxLength).',
  },
  'station.coordinates_incomplete': {
    kind: 'invalid',
    message: 'Enter both latitude and longitude, or neither.',
  },
  'station.identity_ambiguous': {
    kind: 'conflict',
    message:
      'Several accounts have a station with this identity. Name it by account code and identity, or by its ID.',
  },
  'station.identity_invalid': {
    kind: 'invalid',
    message:
      'An identity must not be empty, begin or end with a space, or contain “/”, “:” or control characters.',
  },
  'station.identity_of_deleted': {
    kind: 'conflict',
    message: 'A deleted station has this identity. Restore it, or choose another identity.',
  },
  'station.identity_taken': { kind: 'conflict', message: 'A station with this identity already exists.' },
  'station.network_unknown': {
    kind: 'invalid',
    message: 'Network not found. Choose an enabled network.',
  },
} as const satisfies ErrorTable
