import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Done, Empty, Id, Instant, Int, Nullable, Optional, Text, Words } from './shapes.ts'

const subject = 'Session'

/** Grant types of the token endpoint (RFC 6749, RFC 8693). */
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'

export const TokenAnswer = Type.Object({
  access_token: Text,
  token_type: Type.Literal('Bearer'),
  expires_in: Int,
  session: Text,
  refresh_token: Optional(Text),
})

export const token = endpoint({
  path: '/oauth2/token',
  root: true,
  subject,
  summary: 'Issue a token: password, refresh_token, client_credentials or token-exchange grant',
  may: 'public',
  maxPerMinute: 60,
  body: Type.Object(
    {
      grant_type: Words(['password', 'refresh_token', 'client_credentials', tokenExchangeGrant] as const),
      client_id: Optional(Text),
      username: Optional(Text),
      password: Optional(Text),
      refresh_token: Optional(Text),
      subject_token: Optional(Text),
      subject_token_type: Optional(Text),
      scope: Optional(Text),
    },
    closed,
  ),
  answer: TokenAnswer,
})

export const interfaceCodes = ['all', 'administrator', 'user', 'guest', 'driver'] as const

export const SessionUser = Type.Object({
  id: Id,
  userid: Id,
  account: Type.Object({ code: Text, name: Text, balance: Text, currency_code: Text }),
  participant: Bool,
  admin: Bool,
  guest: Bool,
  interface: Type.Object({ code: Words(interfaceCodes), name: Text }),
  name: Type.Object({ first: Nullable(Text), last: Nullable(Text) }),
  profile: Type.Object({ name: Nullable(Text), username: Text, picture: Nullable(Text) }),
  email: Nullable(Text),
  locale: Type.Object({ code: Text }),
  area: Nullable(Text),
  session: Text,
})

export const whoami = endpoint({
  path: '/whoami',
  subject,
  summary: 'Who the bearer of the token is',
  may: 'user',
  body: Empty,
  answer: SessionUser,
})

export const classCodes = [
  'charge_point',
  'connector',
  'transaction',
  'reservation',
  'card',
  'account',
  'command',
] as const
const AccessMap = Type.Object({ a: Bool, c: Bool, s: Bool, u: Bool, d: Bool })

export const classList = endpoint({
  path: '/class',
  subject,
  summary:
    'The classes of objects, with what the caller may do with each (access, create, select, update, delete)',
  may: 'user',
  body: Type.Object({ fields: Optional(Type.Array(Text)) }, closed),
  answer: Type.Array(Type.Object({ id: Text, code: Text, name: Text, access: AccessMap })),
})

export const typeList = endpoint({
  path: '/type',
  subject,
  summary: 'All types of all classes',
  may: 'user',
  body: Type.Object({ fields: Optional(Type.Array(Text)) }, closed),
  answer: Type.Array(Type.Object({ id: Text, code: Text, name: Text, classcode: Text })),
})

export const locales = ['en', 'de', 'fr', 'it', 'ru', 'nl'] as const

export const setLocale = endpoint({
  path: '/session/set/locale',
  subject,
  summary: "Remember the caller's language",
  may: 'user',
  body: Type.Object({ id: Optional(Type.Null()), code: Words(locales) }, closed),
  answer: Done,
})

export const signOut = endpoint({
  path: '/sign/out',
  subject,
  summary: 'End the session of this token',
  may: 'user',
  body: Empty,
  answer: Done,
})

export const setupState = endpoint({
  path: '/setup/state',
  subject: 'First run',
  summary: 'Whether the first administrator is still to be created',
  may: 'public',
  body: Empty,
  answer: Type.Object({ needed: Bool }),
})

export const setupAdministrator = endpoint({
  path: '/setup/administrator',
  subject: 'First run',
  summary: "Create the first administrator with the one-time code from the server's console",
  may: 'public',
  maxPerMinute: 20,
  body: Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 64 }),
      username: Type.String({ minLength: 1, maxLength: 64 }),
      email: Type.String({ minLength: 3, maxLength: 254 }),
      password: Type.String({ minLength: 8, maxLength: 256 }),
      organisation: Optional(Type.String({ maxLength: 120 })),
      currency: Optional(Type.String({ minLength: 3, maxLength: 3 })),
    },
    closed,
  ),
  answer: TokenAnswer,
})

export const liveTicket = endpoint({
  path: '/live/ticket',
  subject,
  summary: 'A ticket, valid once for 30 seconds, that opens the live socket at /api/v1/live?ticket=',
  may: 'user',
  body: Empty,
  answer: Type.Object({ ticket: Text, expires: Instant }),
})
