import { whoami } from '@stationmaster/contract'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { endpointQuery } from '../../lib/query.ts'
import { noteBalance, session, userOf } from '../../lib/session.ts'

/**
 * Fetches the balance of the user again when a hint reports a change; the first one came with the session. Returns a
 * function that stops listening.
 */
export function learnBalance(queries: QueryClient): () => void {
  const user = userOf(session())
  const balance = new QueryObserver(queries, {
    ...endpointQuery(whoami, {}, { hints: ['balance.changed'] }),
    staleTime: Number.POSITIVE_INFINITY,
    ...(user && { initialData: user }),
  })
  return balance.subscribe(({ data }) => {
    if (data) noteBalance(data.account)
  })
}
