import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Bool, closed, Done, Empty, Id, Int, Nullable, Optional, Text, Words } from './shapes.ts'

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
  /**
   * Step that this session must complete before anything else (`/user/password`, or `/user/totp/begin` and
   * `/user/totp/confirm`); everything else returns 403 `sign_in.password_change_required` or
   * `sign_in.second_factor_required`.
   */
  action_required: Optional(Words(['change_password', 'enrol_totp'] as const)),
})

/**
 * Response of the token endpoint in addition to OAuth's own codes, flat and with 403: the password was right,
 * continue with `grant_type: mfa_otp`, this `mfa_token` (five minutes) and the code as `otp`. A client may
 * send `otp` together with the password.
 */
export const MfaRequired = Type.Object({
  error: Type.Literal('mfa_required'),
  error_description: Text,
  code: Type.Literal('sign_in.code_required'),
  mfa_token: Text,
})

export const token = endpoint({
  path: '/oauth2/token',
  root: true,
  subject,
  summary:
    'Issue a token: password, mfa_otp (second step of it), refresh_token, client_credentials, authorization_code (with PKCE) or token-exchange grant',
  may: 'public',
  use: noClass,
  maxPerMinute: 60,
  body: Type.Object(
    {
      grant_type: Words([
        'password',
        'mfa_otp',
        'refresh_token',
        'client_credentials',
        'authorization_code',
        tokenExchangeGrant,
      ] as const),
      client_id: Optional(Text),
      username: Optional(Text),
      password: Optional(Text),
      mfa_token: Optional(Text),
      /** Six digits of the authenticator app, or a recovery code. */
      otp: Optional(Type.String({ maxLength: 32 })),
      refresh_token: Optional(Text),
      /** From `/oauth2/authorize`. */
      code: Optional(Type.String({ maxLength: 256 })),
      /** Same as in the request to `/oauth2/authorize`. */
      redirect_uri: Optional(Type.String({ maxLength: 2000 })),
      /** Secret from which `code_challenge` was derived (RFC 7636). */
      code_verifier: Optional(Type.String({ maxLength: 256 })),
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
  /** Areas that the user is limited to; null for all areas of the interface. */
  areas: Optional(Nullable(Type.Array(Text))),
  /** Two-factor authentication: set up or not, or recommended or required by the installation. */
  totp: Optional(Words(['on', 'off', 'recommended', 'required'] as const)),
  /** False if the user signs in with other providers only. */
  password: Optional(Bool),
  /** Queries of the saved views with which the user opens lists, by list. */
  defaultviews: Optional(Type.Record(Text, Text)),
  session: Text,
})

export const whoami = endpoint({
  path: '/whoami',
  subject,
  summary: 'The user of the token',
  may: 'user',
  use: noClass,
  body: Empty,
  answer: SessionUser,
})

/** Code of a class, built in or defined by an administrator. */
export const ClassName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,62}$' })

export const locales = ['en', 'de', 'fr', 'it', 'ru', 'nl'] as const

export const setLocale = endpoint({
  path: '/session/set/locale',
  names: 'nothing',
  subject,
  summary: "Store the caller's language",
  may: 'user',
  use: noClass,
  body: Type.Object({ id: Optional(Type.Null()), code: Words(locales) }, closed),
  answer: Done,
})

export const signOut = endpoint({
  path: '/sign/out',
  subject,
  summary: 'End the login session of this token',
  may: 'user',
  use: noClass,
  body: Empty,
  answer: Done,
})
