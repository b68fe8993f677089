import { Type } from 'typebox'
import { allAreas, noClass, noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import {
  Bool,
  closed,
  Done,
  Empty,
  Id,
  Instant,
  Int,
  JustId,
  NewPassword,
  Nullable,
  Optional,
  Text,
} from './shapes.ts'
import { TokenAnswer } from './session.ts'

const subject = 'Session'

const AccessMap = Type.Object({ a: Bool, c: Bool, s: Bool, u: Bool, d: Bool })

export const classList = endpoint({
  path: '/class',
  subject,
  summary:
    'The classes of objects, with the rights of the caller on each (access, create, select, update, delete)',
  may: 'user',
  use: noClass,
  body: Type.Object({ fields: Optional(Type.Array(Text)) }, closed),
  answer: Type.Array(
    Type.Object({
      id: Text,
      code: Text,
      name: Text,
      access: AccessMap,
      /** Single objects with a rule for the caller, which takes precedence over the rights on the class. */
      objects: Type.Array(Type.Object({ id: Id, u: Bool, d: Bool })),
    }),
  ),
})

export const typeList = endpoint({
  path: '/type',
  subject,
  summary: 'All types of all classes',
  may: 'user',
  use: noClassIn(allAreas),
  body: Type.Object({ fields: Optional(Type.Array(Text)) }, closed),
  answer: Type.Array(Type.Object({ id: Text, code: Text, name: Text, classcode: Text })),
})

export const signIn = endpoint({
  path: '/sign/in',
  subject,
  summary: 'Sign in with a login or e-mail and a password; equivalent to the password grant of /oauth2/token',
  may: 'public',
  use: noClass,
  maxPerMinute: 60,
  body: Type.Object(
    {
      username: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: 256 }),
      /** Six digits of the authenticator app, or a recovery code, if two-factor authentication is on. */
      otp: Optional(Type.String({ maxLength: 32 })),
    },
    closed,
  ),
  answer: TokenAnswer,
})

// --- own login sessions

/**
 * Minutes after the verification of a password or second factor during which a session may call `fresh`
 * endpoints.
 */
export const freshLoginMinutes = 10

/** Public id of a session; it grants no access. */
const OwnSession = Type.Object({
  id: Id,
  created: Instant,
  lastactivity: Instant,
  expires: Instant,
  host: Nullable(Text),
  agent: Nullable(Text),
  /** True for the session of the token in the request. */
  current: Bool,
})
export const sessionList = endpoint({
  path: '/session/list',
  subject,
  summary: "The caller's active login sessions, most recently active first",
  may: 'user',
  use: noClass,
  body: Empty,
  answer: Type.Array(OwnSession),
})
export const sessionEnd = endpoint({
  path: '/session/end',
  names: 'personal',
  subject,
  summary: "End one of the caller's sessions",
  may: 'user',
  use: noClass,
  body: JustId,
  answer: Done,
})
export const sessionEndOthers = endpoint({
  path: '/session/end/others',
  subject,
  summary: 'End all login sessions of the caller except the current one',
  may: 'user',
  use: noClass,
  body: Empty,
  answer: Type.Object({ result: Bool, ended: Int }),
})
export const sessionProve = endpoint({
  path: '/session/prove',
  subject,
  summary:
    'Confirm the password (and the second factor, if enabled): requests refused with 403 sign_in.fresh_required are then allowed for ten minutes',
  may: 'user',
  use: noClass,
  maxPerMinute: 30,
  body: Type.Object(
    { password: Type.String({ maxLength: 256 }), otp: Optional(Type.String({ maxLength: 32 })) },
    closed,
  ),
  answer: Type.Object({ result: Bool, until: Instant }),
})

// --- two-factor authentication

export const totpGet = endpoint({
  path: '/user/totp/get',
  subject,
  summary: "The caller's two-factor authentication",
  may: 'user',
  use: noClass,
  body: Empty,
  answer: Type.Object({
    enabled: Bool,
    since: Nullable(Instant),
    /** Remaining recovery codes. */
    recoverycodes: Int,
    recommended: Bool,
    required: Bool,
  }),
})
export const totpBegin = endpoint({
  path: '/user/totp/begin',
  subject,
  summary: 'Create a new secret for an authenticator app; effective after /user/totp/confirm',
  may: 'user',
  use: noClass,
  fresh: true,
  body: Empty,
  answer: Type.Object({ secret: Text, uri: Text }),
})
export const totpConfirm = endpoint({
  path: '/user/totp/confirm',
  subject,
  summary: 'Confirm the secret with a code of the app; returns the recovery codes once',
  may: 'user',
  use: noClass,
  maxPerMinute: 30,
  body: Type.Object({ code: Type.String({ maxLength: 32 }) }, closed),
  answer: Type.Object({ result: Bool, recoverycodes: Type.Array(Text) }),
})
export const totpRemove = endpoint({
  path: '/user/totp/remove',
  subject,
  summary: 'Turn off two-factor authentication',
  may: 'user',
  use: noClass,
  maxPerMinute: 30,
  body: Type.Object(
    { password: Type.String({ maxLength: 256 }), code: Type.String({ maxLength: 32 }) },
    closed,
  ),
  answer: Done,
})

export const setupState = endpoint({
  path: '/setup/state',
  subject: 'First run',
  summary: 'Returns whether the first administrator must still be created',
  may: 'public',
  use: noClass,
  maxPerMinute: 120,
  body: Empty,
  answer: Type.Object({ needed: Bool }),
})

export const setupAdministrator = endpoint({
  path: '/setup/administrator',
  subject: 'First run',
  summary: "Create the first administrator with the one-time code from the server's console",
  may: 'public',
  use: noClass,
  maxPerMinute: 20,
  body: Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 64 }),
      username: Type.String({ minLength: 1, maxLength: 64 }),
      email: Type.String({ minLength: 3, maxLength: 254 }),
      password: NewPassword,
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
  summary: 'Create a single-use ticket, valid for 30 seconds, for the WebSocket at /api/v1/live?ticket=',
  may: 'user',
  use: noClass,
  body: Empty,
  answer: Type.Object({ ticket: Text, expires: Instant }),
})
