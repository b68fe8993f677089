import { groupBy } from '../../shared/group-by.ts'
import type { Db } from '../../storage/transaction.ts'
import type { Candidate } from './select.ts'
import { readCandidates, type SessionFacts } from './select-store.ts'

/** Recipients to which the tariffs of a session can be assigned. */
type Recipients = Pick<SessionFacts, 'accountId' | 'clientId' | 'groupId'>

/** Returns a function for the candidates of a session, by their recipient: a client, a group or the account. */
export function candidatesByRecipient<C extends Candidate & { accountId: string }>(
  candidates: readonly C[],
): (session: Recipients) => C[] {
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
