import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, ById, Count, Id, Instant, Int, JustId, ListQuery, Nullable, Text, Words } from './shapes.ts'

const subject = 'Mail'

/** `stored`: written to a file because there is no mail server; not delivered. */
export const mailStates = ['queued', 'sent', 'stored', 'failed'] as const
/** Purposes of mails. */
export const mailKinds = [
  'confirm-email',
  'confirm-new-email',
  'already-signed-up',
  'login-taken',
  'email-in-use',
  'recover-password',
  'password-changed',
  'email-changed',
  'sign-in-linked',
  'notice',
  'incident',
  'invoice',
  'payment-reminder',
  'guest-charge',
] as const
export type MailKind = (typeof mailKinds)[number]

const columns = {
  id: Id,
  created: Instant,
  recipient: Text,
  kind: Words(mailKinds),
  subject: Text,
  locale: Text,
  state: Words(mailStates),
  /** Transport: SMTP, or the folder of an installation without SMTP. */
  via: Nullable(Words(['smtp', 'folder'] as const)),
  tries: Int,
  /** Time of the next attempt, for waiting mails. */
  due: Nullable(Instant),
  sent: Nullable(Instant),
  error: Nullable(Text),
  /** True if it failed and can be sent again: it has no link, or one that is still valid. */
  sendable: Bool,
}
export const Mail = Type.Object(columns)

export const mailList = endpoint({
  path: '/admin/mail/list',
  subject,
  summary: 'Emails of the last weeks: waiting, sent and failed',
  may: 'admin',
  use: noClass,
  csv: true,
  body: ListQuery,
  answer: Type.Array(Mail),
})

export const mailCount = endpoint({
  path: '/admin/mail/count',
  subject,
  summary: 'How many emails match',
  may: 'admin',
  use: noClass,
  body: ListQuery,
  answer: Count,
})

export const mailGet = endpoint({
  path: '/admin/mail/get',
  subject,
  summary: 'One email with its text; its link only if emails are stored in a folder, and while it is valid',
  may: 'admin',
  use: noClass,
  body: ById,
  answer: Type.Object({ ...columns, text: Text, html: Text, link: Nullable(Text) }),
})

export const mailSendAgain = endpoint({
  path: '/admin/mail/send-again',
  subject,
  summary: 'Send a failed email again, with all its attempts',
  may: 'admin',
  use: noClass,
  body: JustId,
  answer: Mail,
})
