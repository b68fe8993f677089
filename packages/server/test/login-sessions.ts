import { hash } from '@node-rs/argon2'
import type { Bus } from '../src/bus/bus.ts'
import { consoleClientId } from '../src/modules/identity/index.ts'
import { KeyRing } from '../src/modules/identity/key-ring.ts'
import { insertFirstAdministrator } from '../src/modules/identity/setup.ts'
import { firstAccount, hasAdministrator } from '../src/modules/identity/setup-store.ts'
import { openSession, type TokenAnswer } from '../src/modules/identity/tokens.ts'
import type { Clock } from '../src/shared/clock.ts'
import { newId } from '../src/shared/ids.ts'
import { type Db, inTransaction } from '../src/storage/transaction.ts'

export interface TestUser {
  id: string
  accountId: string
  username: string
  token: string
  refresh: string
  session: string
}

export const password = 'correct horse battery'

let hashed: Promise<string> | undefined

/** Returns a hash of the usual password of the lowest cost: one of the usual cost takes 20 to 80 ms. */
export const cheapHash = (): Promise<string> => (hashed ??= hash(password, { memoryCost: 8, timeCost: 1 }))

/** Adds the administrator that the start of a server would add with a costly hash, unless the database has one. */
export async function addAdministrator(db: Db, now: Date): Promise<void> {
  if (await hasAdministrator(db)) return
  const { id: accountId } = await firstAccount(db, now)
  const person = { id: newId(now.getTime()), username: 'admin', email: null, passwordHash: await cheapHash() }
  await insertFirstAdministrator(db, { system: 'ADMIN_PASSWORD' }, { accountId, person, now })
}

interface SessionDeps {
  db: Db
  bus: Bus
  clock: Clock
}

/** Opens login sessions in the database of a server: by HTTP each takes 23 statements. */
export class LoginSessions {
  private readonly deps: SessionDeps
  private readonly keys: KeyRing

  private constructor(deps: SessionDeps, keys: KeyRing) {
    this.deps = deps
    this.keys = keys
  }

  static async open(deps: SessionDeps): Promise<LoginSessions> {
    const keys = new KeyRing(deps.db, deps.clock, [consoleClientId])
    await keys.open()
    return new LoginSessions(deps, keys)
  }

  async of(username: string): Promise<TestUser> {
    const { db } = this.deps
    const user = await findUser(db, username)
    const start = {
      userId: user.id,
      isDriver: user.interface_code === 'driver',
      clientId: consoleClientId,
      caller: { address: '127.0.0.1', agent: '' },
    }
    const answer = await inTransaction(db, (tx) => openSession({ ...this.deps, keys: this.keys }, tx, start))
    return testUser(user, answer)
  }
}

/** Returns a user of a test by name. Throws if there is none. */
export const findUser = (db: Db, username: string) =>
  db
    .selectFrom('users')
    .select(['id', 'account_id', 'username', 'interface_code'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

/** Returns a user with the tokens of a login session. */
export const testUser = (
  { id, account_id, username }: { id: string; account_id: string; username: string },
  { access_token, refresh_token, session }: TokenAnswer,
): TestUser => ({
  id,
  accountId: account_id,
  username,
  token: access_token,
  refresh: refresh_token ?? '',
  session,
})
