import type { Viewer } from '../../shared/scope.ts'
import type { ModuleContext } from '../module.ts'
import type { KeyRing } from './key-ring.ts'

export interface IdentityDeps
  extends Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'logEvent' | 'secrets' | 'origin'> {
  keys: KeyRing
  /** Other clients of this installation with their redirect addresses. */
  clients: readonly { id: string; redirects: readonly string[] }[]
  /** Users for whom two-factor authentication is required. */
  totpDemand: 'off' | 'admin' | 'all'
}

/** Client id of the console, for which its tokens are issued. */
export const consoleClientId = 'stationmaster-console'

/** Returns the audit reference of a user. */
export const userAuditRef = (user: { id: string; username: string; account_id: string }) => ({
  accountId: user.account_id,
  classCode: 'user',
  objectId: user.id,
  label: user.username,
})

/** Returns the audit reference of a user who changes their own data. */
export const selfAuditRef = ({ userId: id, username, accountId }: Viewer) =>
  userAuditRef({ id, username, account_id: accountId })
