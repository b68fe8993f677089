import type { ErrorTable } from './error-table.ts'

/** Errors of stations, connectors and pictures. */
export const stationErrors = {
  'connector.announced': {
    kind: 'not-possible',
    message: 'The station has reported this connector, so it cannot be removed.',
  },
  'connector.busy': {
    kind: 'not-possible',
    message: 'A session is running on this connector. End it first.',
  },
  'connector.faulted': { kind: 'not-possible', message: 'The connector reports a fault.' },
  'connector.not_announced': {
    kind: 'not-possible',
    message:
      'The station has not reported this connector, so it may not exist. Wait until the station reports it, or remove the connector.',
  },
  'connector.not_charging': { kind: 'not-possible', message: 'No session is running on this connector.' },
  'connector.occupied': {
    kind: 'not-possible',
    message: 'The connector is not free. It can be reserved when it is available.',
  },
  'connector.reserved': { kind: 'not-possible', message: 'The connector is already reserved.' },
  'connector.unavailable': { kind: 'not-possible', message: 'The connector is out of service.' },
  'connector.not_found': { kind: 'not-found', message: 'Connector not found.' },
  'connector.not_reserved': { kind: 'not-possible', message: 'This connector is not reserved.' },
  'file.account_full': {
    kind: 'not-possible',
    message: 'The files of an account can have at most {{mib, number}} MiB. Delete files you no longer need.',
  },
  'file.content_differs': {
    kind: 'invalid',
    message: 'The content of this file does not match the end of its name.',
  },
  'file.type_unsupported': {
    kind: 'invalid',
    message: 'Choose a picture, a PDF, DOCX, XLSX, ODT or ODS file, or a text file (TXT, CSV, MD, LOG).',
  },
  'document.too_large': {
    kind: 'too-large',
    message: 'Maximum filesize exceeded: a document can have at most {{mib, number}} MiB.',
  },
  'upload.address_invalid': {
    kind: 'not-found',
    message: 'This address takes no file.',
  },
  'upload.too_large': {
    kind: 'too-large',
    message: 'Maximum filesize exceeded: a file can have at most {{mib, number}} MiB.',
  },
  'upload.too_many': { kind: 'unavailable', message: 'Too many files are being uploaded at the moment.' },
  'upload.unreadable': { kind: 'invalid', message: 'The upload is incomplete, or has no file.' },
  'picture.address_invalid': {
    kind: 'forbidden',
    message: 'The address of this picture is wrong or has expired. Reload the page.',
  },
  'picture.not_found': { kind: 'not-found', message: 'Picture not found.' },
  'picture.too_large': {
    kind: 'too-large',
    message: 'Maximum filesize exceeded: a picture can have at most {{mib, number}} MiB.',
  },
  'picture.unreadable': {
    kind: 'invalid',
    message: 'Failed while reading a file: send a picture (JPEG, PNG, WebP, AVIF, GIF or TIFF).',
  },
  'certificate.not_found': { kind: 'not-found', message: 'Certificate not found.' },
  'certificate.authority_in_use': {
    kind: 'not-possible',
    message: 'This authority issues the certificates. Replace it first.',
  },
  'certificate.authority_limit': {
    kind: 'not-possible',
    message: 'At most {{limit, number}} authorities can be accepted at the same time. Retire one first.',
  },
  'certificate.authority_not_found': { kind: 'not-found', message: 'Certificate authority not found.' },
  'certificate.authority_retired': { kind: 'not-possible', message: 'The authority is retired already.' },
  'certificate.authority_used': {
    kind: 'not-possible',
    message:
      'Stations still have certificates of this authority: {{count, number}}. They could no longer connect.',
  },
  'certificate.not_a_root': {
    kind: 'invalid',
    message: 'Paste one certificate of an authority in PEM that has not expired.',
  },
  'certificate.revoked': { kind: 'not-possible', message: 'The certificate is revoked already.' },
  'station.coordinates_incomplete': {
    kind: 'invalid',
    message: 'Enter both latitude and longitude, or neither.',
  },
  'station.deleted': { kind: 'unavailable', message: 'The station was deleted.' },
  'station.disabled': { kind: 'unavailable', message: 'The station is disabled.' },
  'station.identity_ambiguous': {
    kind: 'conflict',
    message:
      'Several accounts have a station “{{identity}}”. Specify it by account code and identity, or by its ID: {{names}}',
  },
  'station.identity_invalid': {
    kind: 'invalid',
    message:
      'An identity must not be empty, begin or end with a space, or contain “/”, “:” or control characters.',
  },
  'station.identity_of_deleted': {
    kind: 'conflict',
    message: 'A deleted station has the identity “{{identity}}”. Restore it, or choose another identity.',
  },
  'station.identity_taken': { kind: 'conflict', message: 'A station with this identity already exists.' },
  'station.key_individual': {
    kind: 'invalid',
    message: 'Each station has its own key. Change the key of one station at a time.',
  },
  'station.names_not_found': { kind: 'not-found', message: 'Stations not found: {{names}}' },
  'station.network_unknown': {
    kind: 'invalid',
    message: 'Network not found. Choose an enabled network.',
  },
  'station.network_of_site': {
    kind: 'invalid',
    message: 'The station has the network of its site. Change the network of the site.',
  },
  'station.none_selected': {
    kind: 'invalid',
    message: 'No stations selected. Specify a station.',
  },
  'station.not_connected': { kind: 'not-possible', message: 'The station is not connected.' },
  'station.not_waiting': { kind: 'not-possible', message: 'The station does not wait for approval.' },
  'station.not_found': { kind: 'not-found', message: 'Station not found.' },
  'station.offline': { kind: 'unavailable', message: 'The station is offline.' },
  'station.open_too_long': {
    kind: 'invalid',
    message: 'A station may connect without a key for at most {{days, number}} days.',
  },
  'station.profile_not_lower': {
    kind: 'not-possible',
    message: 'The security profile of the station is lower already.',
  },
  'station.user_required': {
    kind: 'not-possible',
    message: 'A script that runs for the system cannot send requests to stations.',
  },
  'station.wrong_state': {
    kind: 'not-possible',
    message: 'The current state of the station does not allow this.',
  },
} as const satisfies ErrorTable
