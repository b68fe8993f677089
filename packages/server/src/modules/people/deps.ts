import { refuseInWords, refuseAs } from '../../shared/refusal.ts'
import type { Quotas } from '../accounts/index.ts'
import type { IdentityDeps } from '../identity/index.ts'

export type PeopleDeps = Pick<IdentityDeps, 'db' | 'bus' | 'clock'> & { quotas: Quotas }

/** Returns the audit reference of a user; changes of what a user may do are recorded as rights. */
export const userAuditRef = (user: { id: string; username: string; account_id: string }) => ({
  accountId: user.account_id,
  kind: 'change' as const,
  classCode: 'user',
  objectId: user.id,
  label: user.username,
})

export const groupAuditRef = (group: { id: string; code: string }) => ({
  accountId: null,
  kind: 'change' as const,
  classCode: 'group',
  objectId: group.id,
  label: group.code,
})

export const noUser = refuseInWords('not-found', 'There is no such person', 'id')
export const noGroup = refuseInWords('not-found', 'There is no such group', 'id')
export const lastAdministrator = refuseAs(
  'user.last_administrator',
  refuseInWords('not-possible', 'This is the last administrator who can sign in: name another one first'),
)
export const editedByOther = (what: string) =>
  refuseAs(
    'object.edited',
    refuseInWords('conflict', `Somebody else has changed this ${what} meanwhile`, 'version_no'),
  )
