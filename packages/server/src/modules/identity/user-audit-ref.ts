import type { Viewer } from '../../shared/scope.ts'

/** What the audit trail says of a person. */
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

/** Of a person who changes themselves. */
export const selfAuditRef = ({ userId, username, accountId }: Viewer) =>
  personAuditRef({ id: userId, username, accountId })
