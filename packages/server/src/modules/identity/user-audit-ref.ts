import type { Viewer } from '../../shared/scope.ts'

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
  kind: 'change' as const,
  classCode: 'user',
  objectId: id,
  label: username,
})

/** Returns the audit reference of a user who changes their own data. */
export const selfAuditRef = ({ userId, username, accountId }: Viewer) =>
  personAuditRef({ id: userId, username, accountId })
