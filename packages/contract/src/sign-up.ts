import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Bool,
  closed,
  Done,
  errorMembers,
  Id,
  NewPassword,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'
import { locales } from './session.ts'

const subject = 'Sign-up'

const Email = Type.String({ minLength: 1, maxLength: 254 })
/** A code or one half of a link, as contained in a mail. */
const Secret = Type.String({ minLength: 1, maxLength: 128 })

/**
 * Success, or a refusal with its code and parameters: an expected refusal of a public form is a result, not a
 * failure.
 */
export const Outcome = Type.Object({
  result: Bool,
  ...errorMembers,
  code: Optional(errorMembers.code),
  field: Optional(Text),
})

export const signUp = endpoint({
  path: '/sign/up',
  subject,
  summary:
    'Sign up; the answer is the same whether the e-mail or the login is taken, a mail says what happened',
  may: 'machine',
  use: noClass,
  maxPerMinute: 10,
  body: Type.Object(
    {
      username: Type.String({ minLength: 1, maxLength: 64 }),
      email: Email,
      password: NewPassword,
      locale: Optional(Words(locales)),
    },
    closed,
  ),
  answer: Type.Object({ id: Id }),
})

export const terms = endpoint({
  path: '/terms',
  subject,
  summary:
    'The terms and conditions of this installation: the resource `terms`, otherwise the file `terms.<language>.txt` or `terms.txt` of the data folder; null without such a file',
  may: 'public',
  use: noClass,
  maxPerMinute: 60,
  body: Type.Object({ locale: Words(locales) }, closed),
  answer: Type.Object({ text: Nullable(Text) }),
})

export const emailConfirm = endpoint({
  path: '/verification/email/confirm',
  subject,
  summary:
    'Confirm an email address with the code of the email, once within 24 hours; after a sign-up with the password for the new user (`sign_up.password_required` without it)',
  may: 'machine',
  use: noClass,
  maxPerMinute: 20,
  body: Type.Object({ code: Secret, password: Optional(Type.String({ maxLength: 1000 })) }, closed),
  answer: Outcome,
})

export const emailRequest = endpoint({
  path: '/verification/email/request',
  subject,
  summary:
    'Send the email with the code again, if a user has signed up with this address; the response does not reveal this',
  may: 'machine',
  use: noClass,
  maxPerMinute: 10,
  body: Type.Object({ identifier: Email }, closed),
  answer: Done,
})

export const passwordRecovery = endpoint({
  path: '/user/password/recovery',
  subject,
  summary: 'Request a link that sets a new password; a ticket is returned for unknown users too',
  may: 'machine',
  use: noClass,
  maxPerMinute: 10,
  body: Type.Object({ identifier: Email }, closed),
  answer: Type.Object({ ticket: Text }),
})

export const passwordReset = endpoint({
  path: '/user/password/reset',
  subject,
  summary:
    'Set a new password with the ticket and the answer of the mail, once within 30 minutes; ends all sessions',
  may: 'machine',
  use: noClass,
  maxPerMinute: 20,
  body: Type.Object(
    { ticket: Secret, securityanswer: Secret, password: Type.String({ maxLength: 1000 }) },
    closed,
  ),
  answer: Outcome,
})
