import {
  notifyManager,
  QueryObserver,
  type UseQueryOptions,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query'
import { startTransition, useEffect, useReducer, useState } from 'react'

/**
 * Works like `useQuery`, but renders a response in a transition: in parts, between which the page responds. `useQuery`
 * renders the whole screen that uses the response at once, which blocks the page.
 */
export function useQueryInTransition<Data>(options: UseQueryOptions<Data>): UseQueryResult<Data> {
  const client = useQueryClient()
  const complete = client.defaultQueryOptions(options)
  complete._optimisticResults = 'optimistic'
  const [observer] = useState(() => new QueryObserver(client, complete))
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const result = observer.getOptimisticResult(complete)
  useEffect(() => {
    const end = observer.subscribe(notifyManager.batchCalls(() => startTransition(renderAgain)))
    // the response may have arrived after the render
    observer.updateResult()
    return end
  }, [observer])
  useEffect(() => observer.setOptions(complete), [observer, complete])
  return observer.trackResult(result) as UseQueryResult<Data>
}
