import { groupBy } from '../../shared/group-by.ts'
import type { Db } from '../../storage/transaction.ts'
import type { Candidate } from './select.ts'
import { readCandidates, type SessionFacts } from './select-store.ts'

/** Candidates of sessions by the recipient: a client, a group or the account. */
type CandidatesOf = (session: SessionFacts) => Candidate[]

/** Returns a function for the candidates of a session. */
export const candidatesByRecipient = (
  candidates: readonly (Candidate & { accountId: string })[],
): CandidatesOf => {
  const byRecipient = groupBy(
    candidates,
    ({ clientId, groupId, accountId }) => clientId ?? groupId ?? accountId,
  )
  return ({ accountId, clientId, groupId }) =>
    [accountId, clientId, groupId].flatMap((id) => (id === null ? [] : (byRecipient.get(id) ?? [])))
}

/** Returns the versions that can apply to sessions. */
export const readCandidatesOf = (db: Db, sessions: readonly SessionFacts[]) => {
  const starts = sessions.map(({ at }) => at.getTime())
  const idsOf = (name: 'accountId' | 'clientId' | 'groupId') => [
    ...new Set(sessions.flatMap((session) => session[name] ?? [])),
  ]
  return readCandidates(db, {
    accounts: idsOf('accountId'),
    clients: idsOf('clientId'),
    groups: idsOf('groupId'),
    from: new Date(Math.min(...starts)),
    to: new Date(Math.max(...starts)),
  })
}
