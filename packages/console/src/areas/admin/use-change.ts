import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { doneKey } from '../../lib/done-words.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Sends a change of administrative data; the lists that show it are refetched. `leave` is called first, to
 * leave the page of an object that no longer exists.
 */
export function useChange<E extends Endpoint>(
  row: E,
  onDone?: (answer: AnswerOf<E>) => void,
  leave?: (answer: AnswerOf<E>) => void,
) {
  const tShell = useTexts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<E>) => call(row, body),
    onSuccess: async (answer) => {
      leave?.(answer)
      toast(tShell(doneKey(row)))
      await Promise.all(
        [...new Set(['People', 'Groups', 'Mail', 'Posts', row.subject])].map((subject) =>
          queries.invalidateQueries({ queryKey: [subject] }),
        ),
      )
      onDone?.(answer)
    },
  })
}
