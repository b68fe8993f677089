import { type AnswerOf, type CallerKind, token } from '@stationmaster/contract'
import { hashOf, newSecret } from '../src/modules/identity/index.ts'
import { consoleClientId } from '../src/modules/identity/index.ts'
import { newId } from '../src/shared/ids.ts'
import type { TestUser, TestServer } from './test-server.ts'

export type KindOfPerson = Exclude<CallerKind, 'anonymous' | 'machine'>

/** Signs a user in without the password, whose hash would cost a tenth of a second each time. */
export async function enter(server: TestServer, userId: string, provenAt = new Date()): Promise<string> {
  const [code, secret] = [newId(), newSecret()]
  const expires_at = new Date(Date.now() + 3_600_000)
  const times = { expires_at, exchange_until: expires_at, token_changed_at: new Date(), proven_at: provenAt }
  await server.db
    .insertInto('sessions')
    .values({ code, user_id: userId, client_id: consoleClientId, ...times })
    .execute()
  await server.db
    .insertInto('refresh_tokens')
    .values({ hash: hashOf(secret), session_code: code, expires_at, created_at: new Date() })
    .execute()
  const reply = await server.post(token.path, { grant_type: 'refresh_token', refresh_token: secret })
  return (reply.body as AnswerOf<typeof token>).access_token
}

let people = 0

/** Adds and signs in a user of this kind. */
export async function personOf(
  server: TestServer,
  kind: KindOfPerson,
  accountId: string,
): Promise<Pick<TestUser, 'id' | 'accountId' | 'token'>> {
  people += 1
  const person = await server.addUser(`${kind}-${people}`, {
    accountId,
    interface: kind === 'driver' ? 'driver' : 'user',
    isAdmin: kind === 'administrator',
  })
  return { ...person, token: await enter(server, person.id) }
}
