import type { ErrorTable } from './error-table.ts'

/** Errors of list queries: columns, conditions and order. */
export const listErrors = {
  'list.column_unknown': {
    kind: 'invalid',
    message: 'Unknown column “{{column}}”. Columns: {{columns}}',
  },
  'list.column_display_only': {
    kind: 'invalid',
    message: 'This column can be neither searched nor sorted by.',
  },
  'list.column_not_sortable': {
    kind: 'invalid',
    message: 'The list cannot be sorted by “{{column}}”.',
  },
  'list.order_invalid': {
    kind: 'invalid',
    message: 'Send the name of a column, optionally followed by ASC or DESC.',
  },
  'list.value_invalid': {
    kind: 'invalid',
    message: 'A value in the query is not valid for its column (SQLSTATE {{sqlstate}}).',
  },
  'list.value_out_of_range': {
    kind: 'invalid',
    message: 'A number in the query is too large for its column.',
  },
  'list.expression_invalid': { kind: 'invalid', message: 'This is not a valid regular expression.' },
  'list.value_or_values': { kind: 'invalid', message: 'Send either “value” or “valarr”, not both.' },
  'list.operator_one_value': {
    kind: 'invalid',
    message: '{{operator}} compares with a single value. Only EQL and NEQ accept “valarr”.',
  },
  'list.operator_lists_only': {
    kind: 'invalid',
    message: 'GIN applies only to columns that contain lists.',
  },
  'list.operator_not_for_lists': {
    kind: 'invalid',
    message: 'This column contains lists: use GIN or EQL instead of {{operator}}.',
  },
  'list.bracket_not_opened': { kind: 'invalid', message: 'A closing bracket has no opening bracket.' },
  'list.bracket_not_closed': { kind: 'invalid', message: 'An opening bracket has no closing bracket.' },
  'list.too_many_expressions': {
    kind: 'invalid',
    message: 'At most {{limit, number}} conditions may use PSX or PIN.',
  },
  'list.too_many_wildcards': {
    kind: 'invalid',
    message: 'A pattern may contain “%” at most {{limit, number}} times.',
  },
  'list.expression_option': {
    kind: 'invalid',
    message: 'A regular expression must not contain options or lookaround constraints.',
  },
  'list.expression_back_reference': {
    kind: 'invalid',
    message: 'A regular expression must not contain back references.',
  },
  'list.expression_too_deep': {
    kind: 'invalid',
    message: 'Groups in a regular expression may be nested at most {{limit, number}} levels deep.',
  },
  'list.expression_too_large': {
    kind: 'invalid',
    message:
      'The counted repetitions in the regular expression are too large: at most {{limit, number}} positions are allowed in total.',
  },
  'list.too_slow': {
    kind: 'not-possible',
    message: 'The search took too long. Narrow it, for example to one station or a shorter period.',
  },
  'list.few_found': {
    kind: 'not-possible',
    message:
      'Too few entries fulfil these conditions for a page, in the part of the log that one request reads. Narrow them, for example to one station or a shorter period, or search in parts with /ocpp/log/search.',
  },
} as const satisfies ErrorTable
