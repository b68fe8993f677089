import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { closed, Instant, Optional, Text } from './shapes.ts'

const Short = Type.String({ maxLength: 256 })

/** Request of a client at `/oauth2/authorize` (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export const AuthorizationRequest = Type.Object(
  {
    /** `code`. */
    response_type: Short,
    client_id: Short,
    /** One of those configured for the client, compared exactly. */
    redirect_uri: Type.String({ maxLength: 2000 }),
    /** `S256`. */
    code_challenge_method: Short,
    code_challenge: Short,
    state: Optional(Type.String({ maxLength: 2000 })),
    scope: Optional(Type.String({ maxLength: 1000 })),
  },
  closed,
)

export const sessionAuthorize = endpoint({
  path: '/session/authorize',
  subject: 'Session',
  summary:
    'Authorize a first-party client for the caller: returns a code for `/oauth2/token`, valid once and for one minute. The console calls this after a client has sent the browser to `/oauth2/authorize`',
  may: 'user',
  use: noClass,
  maxPerMinute: 60,
  body: AuthorizationRequest,
  answer: Type.Object({
    code: Text,
    expires: Instant,
    /** Address to which the browser is sent: the redirect address with `code`, `state` and `iss` (RFC 9207). */
    redirect: Text,
  }),
})
