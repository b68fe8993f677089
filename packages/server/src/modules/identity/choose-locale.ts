import type { Viewer } from '../../shared/scope.ts'
import { readFields } from '../../storage/read-fields.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { IdentityDeps } from './deps.ts'
import { setUserLocale } from './store.ts'
import { selfAuditRef } from './user-audit-ref.ts'

/** Sets the user's language for the console and for mail. */
export const chooseLocale = (
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  viewer: Viewer,
  locale: string,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const before = await readFields(tx, 'users', viewer.userId, ['locale'])
    await setUserLocale(tx, viewer.userId, { locale, now: deps.clock.now() })
    await recordChange(tx, viewer, { ...selfAuditRef(viewer), action: 'profile', before, after: { locale } })
  })
