import { Type } from 'typebox'
import { noClass } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { openIdCodes } from './openid.ts'
import { Done, Empty, Id, Instant, JustId, Nullable, Text, Words } from './shapes.ts'

const subject = 'Profile'

export const userIdentityList = endpoint({
  path: '/user/identity/list',
  subject,
  summary: 'The OpenID Connect accounts that the caller can sign in with',
  may: 'user',
  use: noClass,
  body: Empty,
  answer: Type.Array(
    Type.Object({
      id: Id,
      /** Null if its provider is no longer configured, so that it cannot be used to sign in. */
      provider: Nullable(Words(openIdCodes)),
      /** Name of the provider, or its host. */
      name: Text,
      created: Instant,
      lastused: Instant,
    }),
  ),
})
export const userIdentityDelete = endpoint({
  path: '/user/identity/delete',
  names: 'personal',
  subject,
  summary: 'Remove an OpenID Connect account from the caller; the last way to sign in cannot be removed',
  may: 'user',
  use: noClass,
  fresh: true,
  body: JustId,
  answer: Done,
})
