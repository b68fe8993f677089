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
export const personAuditRef = ({
  id,
  username,
  accountId,
}: {
  id: string
  username: string
  accountId: string
}) => ({
  accountId,
  classCode: 'user',
  objectId: id,
  label: username,
})

/** Returns the audit reference of a user who changes their own data. */
export const selfAuditRef = ({ userId, username, accountId }: Viewer) =>
  personAuditRef({ id: userId, username, accountId })
