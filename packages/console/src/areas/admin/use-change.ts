import type { AnswerOf, BodyOf, Endpoint } from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { doneKey } from '../../lib/done-words.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast } from '../../ui/feedback/toast.tsx'

/**
 * Sends a change of what administrators keep; what the lists show of it is asked for anew. `leave` comes before that:
 * it goes away from a place that is no longer there.
 */
export function useChange<E extends Endpoint>(
  row: E,
  onDone?: (answer: AnswerOf<E>) => void,
  leave?: (answer: AnswerOf<E>) => void,
) {
  const say = useTexts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<E>) => call(row, body),
    onSuccess: async (answer) => {
      leave?.(answer)
      toast(say(doneKey(row)))
      await Promise.all(
        [...new Set(['People', 'Groups', 'Mail', 'Posts', row.subject])].map((subject) =>
          queries.invalidateQueries({ queryKey: [subject] }),
        ),
      )
      onDone?.(answer)
    },
  })
}
