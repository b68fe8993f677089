import type { AnswerOf, connectionAttemptList } from '@stationmaster/contract'
import { useTexts } from '../../lib/texts.ts'

export type Attempt = AnswerOf<typeof connectionAttemptList>[number]

/**
 * Returns a function that explains in the user's language why a connection attempt was rejected and what to
 * do.
 */
export function useAttemptTexts() {
  const t = useTexts('connection')
  return {
    reason: ({ reason }: Pick<Attempt, 'reason'>) => t(`attempts.reasons.${reason}`),
    remedy: ({ reason, identity, path }: Pick<Attempt, 'reason' | 'identity' | 'path'>) =>
      t(`attempts.remedies.${reason}`, { identity, path }),
  }
}
