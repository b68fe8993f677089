import type { AnswerOf, connectionAttemptList } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'

export type Attempt = AnswerOf<typeof connectionAttemptList>[number]

/** Returns what rejected a connection attempt, and what to do about it, in the language of the reader. */
export function useAttemptWords() {
  const t = useTexts('connection')
  return {
    reason: ({ reason }: Pick<Attempt, 'reason'>) => t(`attempts.reasons.${reason}`),
    remedy: ({ reason, identity, path }: Pick<Attempt, 'reason' | 'identity' | 'path'>) =>
      t(`attempts.remedies.${reason}`, { identity, path }),
  }
}
