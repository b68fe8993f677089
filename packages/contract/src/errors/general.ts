import type { ErrorTable } from './error-table.ts'

/** Errors of values, requests, lists and the server itself. */
export const generalErrors = {
  'value.required': { kind: 'invalid', message: 'This is required.' },
  'value.type': { kind: 'invalid', message: 'This value has the wrong type. Allowed: {{type}}' },
  'value.pattern': { kind: 'invalid', message: 'This value has the wrong format.' },
  'value.date_time': { kind: 'invalid', message: 'This is not a date and time in ISO 8601 format.' },
  'value.date': { kind: 'invalid', message: 'This is not a date in the form YYYY-MM-DD.' },
  'value.base64': { kind: 'invalid', message: 'This is not valid Base64.' },
  'value.uuid': { kind: 'invalid', message: 'This is not a valid ID.' },
  'value.uri': { kind: 'invalid', message: 'This is not a valid address (URI).' },
  'value.not_listed': { kind: 'invalid', message: 'Allowed values: {{values}}' },
  'value.maximum': { kind: 'invalid', message: 'The maximum is {{limit, number}}.' },
  'value.minimum': { kind: 'invalid', message: 'The minimum is {{limit, number}}.' },
  'value.above': { kind: 'invalid', message: 'The value must be greater than {{limit, number}}.' },
  'value.multiple_of': { kind: 'invalid', message: 'The value must be a multiple of {{step, number}}.' },
  'value.too_long': { kind: 'invalid', message: 'At most {{limit, number}} characters are allowed.' },
  'value.too_short': { kind: 'invalid', message: 'At least {{limit, number}} characters are required.' },
  'value.too_many_items': { kind: 'invalid', message: 'At most {{limit, number}} entries are allowed.' },
  'value.too_few_items': { kind: 'invalid', message: 'At least {{limit, number}} entries are required.' },
  'value.unknown_key': { kind: 'invalid', message: 'Unknown key “{{key}}”. Known keys: {{known}}' },
  'value.invalid': { kind: 'invalid', message: 'This value is not valid.' },
  'value.either': { kind: 'invalid', message: 'Send either {{first}} or {{second}}.' },
  'value.cannot_change': { kind: 'invalid', message: 'This cannot be changed later.' },
  'value.code_invalid': { kind: 'invalid', message: 'This code has the wrong format.' },
  'value.code_taken': { kind: 'conflict', message: 'This code is already in use.' },
  'value.name_invalid': {
    kind: 'invalid',
    message:
      'A name must not be empty, begin or end with a space, or contain slashes or invisible characters.',
  },
  'value.name_taken': { kind: 'conflict', message: 'This name is already in use.' },
  'value.inside_itself': { kind: 'invalid', message: 'This cannot be moved into itself.' },
  'value.too_deep': { kind: 'invalid', message: 'At most {{limit, number}} levels are allowed.' },
  'value.time_passed': { kind: 'invalid', message: 'This time is in the past.' },
  'value.time_zone_unknown': {
    kind: 'invalid',
    message: 'This is not a time zone. Example: Europe/Berlin',
  },
  'request.not_json': { kind: 'invalid', message: 'The request body is not valid JSON.' },
  'request.not_json_at': {
    kind: 'invalid',
    message: 'The request body is not valid JSON (character {{character, number}}).',
  },
  'request.not_json_type': {
    kind: 'unsupported-type',
    message: 'Send JSON with Content-Type: application/json.',
  },
  'request.not_websocket': {
    kind: 'invalid',
    message: 'A WebSocket handshake requires “Connection: Upgrade” and “Upgrade: websocket”.',
  },
  'request.websocket_only': {
    kind: 'upgrade-required',
    message: 'This address accepts WebSocket connections only.',
  },
  'request.parallel_change': {
    kind: 'conflict',
    message: 'Another request stored the same name or number at the same time. Reload the data.',
  },
  'request.too_deep': {
    kind: 'invalid',
    message: 'The request body is nested more than {{levels, number}} levels deep.',
  },
  'request.too_many_values': {
    kind: 'invalid',
    message:
      'The request body has more than {{values, number}} values, or an object in it has more than {{keys, number}} keys.',
  },
  'request.too_large': {
    kind: 'too-large',
    message: 'The request is larger than {{kib, number}} KiB.',
  },
  'request.too_many_from_address': {
    kind: 'too-many',
    message: 'Too many requests from this address. Try again in a minute.',
  },
  'request.too_many_connections': {
    kind: 'too-many',
    message: 'Too many connections from this address.',
  },
  'request.too_many_queries': {
    kind: 'too-many',
    message: 'Too many of your queries are running. Try again in a few seconds.',
  },
  'request.unknown_address': { kind: 'not-found', message: 'Unknown address: {{method}} {{path}}' },
  'request.unreadable': { kind: 'invalid', message: 'The request could not be read.' },
  'server.storage_unavailable': {
    kind: 'unavailable',
    message: 'The database is not responding. Try again shortly.',
  },
  'server.too_many_connections': { kind: 'unavailable', message: 'The server has too many connections.' },
  'server.unexpected': { kind: 'internal', message: 'An unexpected error occurred.' },
  'limit.reached': {
    kind: 'not-possible',
    message: 'The maximum number of {{limit, number}} has been reached.',
  },
  'limit.shared_views': {
    kind: 'not-possible',
    message: 'A list can have at most {{limit, number}} shared views.',
  },
  'limit.groups': { kind: 'not-possible', message: 'There can be at most {{limit, number}} groups.' },
  'limit.method_rules': {
    kind: 'not-possible',
    message: 'A group or user can have at most {{limit, number}} rules for methods.',
  },
  'limit.objects': {
    kind: 'not-possible',
    message: 'An account can have at most {{limit, number}} objects of classes added by administrators.',
  },
  'limit.pictures': {
    kind: 'not-possible',
    message: 'An account can have at most {{limit, number}} pictures. Delete pictures you no longer need.',
  },
  'limit.references': {
    kind: 'not-possible',
    message: 'There can be at most {{limit, number}} references of one kind.',
  },
  'limit.registry_keys': {
    kind: 'not-possible',
    message: 'The registry can have at most {{limit, number}} keys.',
  },
  'limit.registry_values': {
    kind: 'not-possible',
    message: 'A key can have at most {{limit, number}} values.',
  },
  'limit.resources': {
    kind: 'not-possible',
    message: 'There can be at most {{limit, number}} resources.',
  },
  'object.built_in': { kind: 'not-possible', message: 'This is built in and cannot be changed or deleted.' },
  'object.edited': { kind: 'conflict', message: 'Edited by someone else. Reload or overwrite.' },
  'object.not_found': { kind: 'not-found', message: 'Object not found.' },
  'object.in_use_by': {
    kind: 'not-possible',
    message: 'This is in use and cannot be changed or deleted. Objects: {{objects, number}}',
  },
  'ip_network.invalid': {
    kind: 'invalid',
    message: '“{{value}}” is not an address or a network such as 192.0.2.0/24 or 2001:db8::/32.',
  },
  'ip_network.locks_out': {
    kind: 'not-possible',
    message: 'This would lock you out: your address is {{address}}.',
  },
} as const satisfies ErrorTable
