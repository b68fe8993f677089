import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isStale } from '../workflow/use-change.ts'
import { call } from '../../../lib/call.ts'

const subject = 'Objects'

/** Sends a change of an object; queries of objects are refetched, also after a version conflict. */
export function useObjectChange<E extends Endpoint>(row: E, onDone?: (answer: AnswerOf<E>) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<E>) => call(row, body),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: [subject] })
      onDone?.(answer)
    },
    // The failure is reported only after the current object has been loaded.
    onError: (failure) => (isStale(failure) ? queries.invalidateQueries({ queryKey: [subject] }) : undefined),
  })
}
