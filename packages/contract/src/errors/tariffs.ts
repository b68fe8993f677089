import type { ErrorTable } from './error-table.ts'

/** Errors of tariffs and of groups of clients. */
export const tariffErrors = {
  'tariff.not_found': { kind: 'not-found', message: 'Tariff not found.' },
  'tariff.wrong_state': { kind: 'not-possible', message: 'The state of the tariff does not allow this.' },
  'tariff.code_taken': { kind: 'conflict', message: 'A tariff with this number already exists.' },
  'tariff.one_recipient': {
    kind: 'invalid',
    message: 'A tariff is for one client or for one group, not for both.',
  },
  'tariff.ad_hoc_recipient': {
    kind: 'invalid',
    message: 'A tariff for charging without registration cannot be for a client or a group.',
  },
  'tariff.network_unknown': { kind: 'invalid', message: 'Network not found.' },
  'tariff.currency_differs': {
    kind: 'invalid',
    message: 'The prices must be in the currency of the tariff ({{currency}}).',
  },
  'tariff.no_draft': { kind: 'not-possible', message: 'The tariff has no draft.' },
  'tariff.draft_exists': {
    kind: 'conflict',
    message: 'The tariff already has a draft. Change or delete that one.',
  },
  'tariff.version_not_found': { kind: 'not-found', message: 'Version of the tariff not found.' },
  'tariff.overlap': {
    kind: 'conflict',
    message:
      'Tariff {{code}} is valid in the same period for the same client, group, network, mode and currency.',
  },
  'tariff.gross_for_reverse_charge': {
    kind: 'invalid',
    message:
      'Prices with tax cannot apply to a client with reverse charge (clients: {{count, number}}, first: {{client}}).',
  },
  'tariff.net_for_prepaid': {
    kind: 'invalid',
    message:
      'Prices without tax cannot apply to a client that pays in advance (clients: {{count, number}}, first: {{client}}).',
  },
  'tariff.net_for_ad_hoc': {
    kind: 'invalid',
    message: 'Prices without tax cannot apply to charging without registration.',
  },
  'tariff.afir_time': {
    kind: 'invalid',
    message:
      'AFIR Article 5(4): a price per minute of charging is not allowed without registration at 50 kW or more (connectors: {{count, number}}, first at station {{station}}).',
  },
  'tariff.afir_flat': {
    kind: 'invalid',
    message:
      'AFIR Article 5(4): a price per session is not allowed without registration at 50 kW or more (connectors: {{count, number}}, first at station {{station}}).',
  },
  'tariff.afir_minimum': {
    kind: 'invalid',
    message:
      'AFIR Article 5(4): a minimum price acts like a price per session, which is not allowed without registration at 50 kW or more (connectors: {{count, number}}, first at station {{station}}).',
  },
  'client_group.not_found': { kind: 'not-found', message: 'Client group not found.' },
  'client_group.wrong_state': {
    kind: 'not-possible',
    message: 'The state of the client group does not allow this.',
  },
  'client_group.code_taken': { kind: 'conflict', message: 'A client group with this number already exists.' },
} as const satisfies ErrorTable
