import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, CallError } from '../../../lib/call.ts'
import { doneKey } from '../../../lib/done-words.ts'
import { useTexts } from '../../../lib/texts.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

const subject = 'Workflow'

/** Sends a change of the object model; queries of it are refetched, also after a version conflict. */
export function useModelChange<E extends Endpoint>(row: E, onDone?: (answer: AnswerOf<E>) => void) {
  const tShell = useTexts()
  const reload = useReload()
  return useMutation({
    mutationFn: (body: BodyOf<E>) => call(row, body),
    onSuccess: async (answer) => {
      toast(tShell(doneKey(row)))
      await reload()
      onDone?.(answer)
    },
    // The failure is reported only after the current row has been loaded.
    onError: (failure) => (isStale(failure) ? reload() : undefined),
  })
}

/** Returns a function that refetches the object model. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [subject] })
}

/** True if another user has changed the row since it was read. */
export const isStale = (failure: Error | null): boolean =>
  failure instanceof CallError && failure.code === 'object.edited'

/** Returns the server's message about one field. */
export const refusalAt = (failure: Error | null, field: string): string | undefined =>
  failure instanceof CallError && failure.field === field ? failure.message : undefined
