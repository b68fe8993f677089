import { refuse } from '../../shared/refusal.ts'
import type { Quotas } from '../accounts/index.ts'
import type { IdentityDeps } from '../identity/index.ts'

export type PeopleDeps = Pick<IdentityDeps, 'db' | 'bus' | 'clock'> & { quotas: Quotas }

export const groupAuditRef = (group: { id: string; code: string }) => ({
  accountId: null,
  classCode: 'group',
  objectId: group.id,
  label: group.code,
})

export const userNotFound = refuse('user.not_found', { field: 'id' })
export const groupNotFound = refuse('group.not_found', { field: 'id' })
export const lastAdministrator = refuse('user.last_administrator')
