import { clientLimit, type Viewer } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { exceptionsOf, rightsOf, rulebookOf } from '../rights/index.ts'
import { findAuthState } from './second-factor-store.ts'

/** Returns an active user as a viewer with current rights, for what is sent to the user without a session. */
export async function viewerOfUser(db: Db, userId: string): Promise<Viewer | null> {
  const user = await db
    .selectFrom('users')
    .select([
      'account_id',
      'client_id',
      'is_admin',
      'is_guest',
      'interface_code',
      'state',
      'username',
      'locale',
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  const state = user?.state === 'active' ? await findAuthState(db, userId) : undefined
  if (!user || !state) return null
  const isGuest = user.is_guest || user.interface_code === 'guest'
  const person = { userId, isAdmin: user.is_admin, isDriver: user.interface_code === 'driver' }
  const book = rulebookOf(state.rules)
  const rights = rightsOf({ ...person, isGuest, isSoleUser: state.is_sole_user }, book)
  return {
    ...person,
    accountId: user.account_id,
    clientId: clientLimit(user.is_admin, user.client_id),
    session: '',
    username: user.username,
    locale: user.locale,
    areas: state.areas,
    rights,
    ...exceptionsOf(rights, book),
  }
}
