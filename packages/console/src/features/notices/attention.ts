import {
  noticeCount,
  unmatchedCount,
  stationCount,
  stationStatesCount,
  transactionCount,
  type HintKind,
} from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'

/** Counts of what needs attention, by kind. Counted by the server, refreshed by hints. */
export interface Attention {
  faulted: number
  offline: number
  waiting: number
  needsReview: number
  unmatched: number
  /** Unread notices of the user. */
  unread: number
}
export type AttentionKind = Exclude<keyof Attention, 'unread'>

const stations: HintKind[] = ['station.changed', 'connector.changed']
const sessions: HintKind[] = ['transaction.changed', 'transaction.stopped', 'unmatched.changed']

/** Stations that were answered Pending and that no user has accepted or rejected yet. */
export const waitingFilter = { bootstatus: 'Pending', approval: 'policy' }
/** Unmatched messages that no user has resolved. */
export const openFilter = [{ field: 'resolved', compare: 'ISN' as const }]

const reviewFilter = { filter: { statecode: 'needs_review' } }
const unreadFilter = { filter: { status: 'new' } }

export function useAttention(enabled = true): {
  attention: Attention | null
  error: Error | null
  retry: () => void
} {
  const about = { keepPrevious: true, enabled }
  // one hook each: `useQueries` would add its observer to the first visit
  const states = useEndpoint(stationStatesCount, {}, { ...about, hints: stations })
  const waiting = useEndpoint(stationCount, { filter: waitingFilter }, { ...about, hints: stations })
  const needsReview = useEndpoint(transactionCount, reviewFilter, { ...about, hints: sessions })
  const unmatched = useEndpoint(unmatchedCount, { search: openFilter }, { ...about, hints: sessions })
  const notices = useEndpoint(noticeCount, unreadFilter, { ...about, hints: ['notice.changed'] })
  const all = [states, waiting, needsReview, unmatched, notices]
  const error = all.find((query) => query.error && query.data === undefined)?.error ?? null
  const retry = (): void => all.forEach((query) => void query.refetch())
  if (!states.data || !waiting.data || !needsReview.data || !unmatched.data || !notices.data)
    return { attention: null, error, retry }
  const inState = (state: string): number => states.data.find((row) => row.displaystate === state)?.count ?? 0
  const attention = {
    faulted: inState('faulted'),
    offline: inState('offline'),
    waiting: waiting.data.count,
    needsReview: needsReview.data.count,
    unmatched: unmatched.data.count,
    unread: notices.data.count,
  }
  return { attention, error: null, retry }
}

/**
 * Number on the bell: what needs the user's attention. Offline stations do not count, they may just be
 * switched off.
 */
export const urgent = ({ faulted, waiting, needsReview, unmatched, unread }: Attention): number =>
  faulted + waiting + needsReview + unmatched + unread
