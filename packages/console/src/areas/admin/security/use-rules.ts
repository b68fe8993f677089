import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

/** Sends a change of rules; queries of rules are refetched. */
export function useRules<E extends Endpoint>(row: E, onDone?: (answer: AnswerOf<E>) => void) {
  const tShell = useTexts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<E>) => call(row, body),
    onSuccess: async (answer) => {
      toast(tShell('ui.changed'))
      await queries.invalidateQueries({ queryKey: ['Rights'] })
      onDone?.(answer)
    },
  })
}
