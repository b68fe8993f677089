import type { ErrorTable } from './error-table.ts'

/** Errors of the registry, resources, references, mail, posts, notices and logs. */
export const administrationErrors = {
  'registry_key.not_found': { kind: 'not-found', message: 'Registry key not found.' },
  'registry_key.root_fixed': {
    kind: 'not-possible',
    message: 'The root of the registry cannot be moved, renamed or deleted.',
  },
  'registry_value.not_found': { kind: 'not-found', message: 'Registry value not found.' },
  'resource.not_found': { kind: 'not-found', message: 'Resource not found.' },
  'resource.used_by_product': {
    kind: 'not-possible',
    message: 'The system uses this resource. Confirm with “force” to move or delete it anyway.',
  },
  'resource.folder_not_found': { kind: 'invalid', message: 'Folder not found.' },
  'resource.not_a_folder': { kind: 'not-possible', message: 'Only folders can contain resources.' },
  'resource.folder_without_content': {
    kind: 'not-possible',
    message: 'A folder cannot have a text or a file of its own.',
  },
  'resource.text_expected': { kind: 'not-possible', message: 'This resource is a text. Send a text.' },
  'resource.file_expected': { kind: 'not-possible', message: 'This resource is a file. Send a file.' },
  'resource.text_or_file': { kind: 'invalid', message: 'Send either a text or a file.' },
  'resource.language_empty': {
    kind: 'not-found',
    message: 'The resource has no content in this language.',
  },
  'resource.moved_text_invalid': {
    kind: 'invalid',
    message:
      'The text in the language {{locale}} does not meet the rules for {{path}} (placeholders, length). Edit it first.',
  },
  'resource_file.not_found': { kind: 'not-found', message: 'File not found.' },
  'resource_file.too_large': {
    kind: 'too-large',
    message: 'Maximum filesize exceeded: a file can have at most {{limit, number}} bytes.',
  },
  'reference.not_found': { kind: 'not-found', message: 'Reference not found.' },
  'reference.vendor_not_found': { kind: 'invalid', message: 'Vendor not found.' },
  'reference.in_use': {
    kind: 'not-possible',
    message:
      'This is in use: its code cannot be changed, and it cannot be deleted. Disable it instead. Objects: {{objects, number}}',
  },
  'currency.code_invalid': {
    kind: 'invalid',
    message: 'A currency code consists of three letters (ISO 4217).',
  },
  'currency.digits': {
    kind: 'invalid',
    message: '{{currency}} has {{digits, number}} decimal places (ISO 4217).',
  },
  'setting.maximum_below_minimum': {
    kind: 'invalid',
    message: 'The maximum must be greater than the minimum.',
  },
  'mail.not_found': { kind: 'not-found', message: 'Email not found.' },
  'mail.queued': { kind: 'not-possible', message: 'This email is already waiting to be sent.' },
  'mail.sent': { kind: 'not-possible', message: 'This email has already been sent.' },
  'mail.stored': {
    kind: 'not-possible',
    message: 'This email was not sent because no mail server is configured. It remains in the outbox.',
  },
  'mail.link_expired': {
    kind: 'not-possible',
    message: 'The link in this email has expired. The user has to request a new email.',
  },
  'mail_text.empty': {
    kind: 'invalid',
    message: 'The text of an email must not be empty. Delete this language to use the built-in text.',
  },
  'mail_text.line_break': { kind: 'invalid', message: 'A subject must be a single line.' },
  'mail_text.placeholder_missing': {
    kind: 'invalid',
    message: 'The placeholder {{placeholder}} is missing.',
  },
  'mail_text.placeholder_unknown': {
    kind: 'invalid',
    message: 'Unknown placeholder {{placeholder}}. Placeholders of this email: {{known}}',
  },
  'mail_text.no_placeholders': {
    kind: 'invalid',
    message: 'Unknown placeholder {{placeholder}}. This text has no placeholders.',
  },
  'post.not_found': { kind: 'not-found', message: 'Web request not found.' },
  'post.not_failed': {
    kind: 'not-possible',
    message: 'This web request has not failed. Only failed requests can be sent again.',
  },
  'post.queue_full': {
    kind: 'not-possible',
    message: 'Too many web requests of this account are waiting to be sent. Try again later.',
  },
  'post.address_invalid': { kind: 'forbidden', message: 'This is not a web address.' },
  'post.address_not_https': { kind: 'forbidden', message: 'The address must begin with https://.' },
  'post.address_with_login': {
    kind: 'forbidden',
    message: 'The address must not contain a user name or a password.',
  },
  'post.address_not_allowed': {
    kind: 'forbidden',
    message:
      'Scripts may not send requests to {{origin}}. Allowed addresses are listed in SCRIPT_POST_ALLOWED.',
  },
  'notice.push_service_unknown': {
    kind: 'forbidden',
    message: 'The push service of this browser is not permitted here.',
  },
  'notice.push_keys_invalid': { kind: 'invalid', message: 'The keys of the browser are not valid.' },
  'notice.recipient_not_found': {
    kind: 'not-found',
    message: 'User or group not found: {{recipient}}',
  },
  'activity.not_found': {
    kind: 'not-found',
    message: 'Event not found. It may have been deleted because of its age.',
  },
  'log_entry.not_found': {
    kind: 'not-found',
    message: 'Log entry not found. It may have been deleted because of its age.',
  },
} as const satisfies ErrorTable
