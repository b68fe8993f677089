import { ocppLogGet, ocppLogSearch } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call, callFile, type FileRequest } from '../../lib/call.ts'
import { keyOf } from '../../lib/query.ts'
import { type RangePlace, useFixedRange } from '../../lib/time-range.ts'
import { type LogFilter, logQuestion } from './log-filter.ts'
import {
  around,
  type LogPage,
  type LogRow,
  newestKnown,
  released,
  waiting,
  withHead,
  withNewer,
  withOlder,
} from './log-window.ts'
import { type LogQuestion, searchHead, searchPage } from './search-log.ts'
import { useLogWindow } from './use-log-window.ts'
import { useProgress } from './use-progress.ts'

/** Messages per page. */
const pageSize = 50
/** Messages shown above a linked one. */
const contextSize = 20

export type OcppLog = ReturnType<typeof useOcppLog>

/**
 * The log of a station: followed at its end, extended at either side on demand. `link` is the message in the
 * address; the log then starts around it instead of at its end. Where few messages match, it is searched part by part.
 */
export function useOcppLog(
  station: string,
  filter: LogFilter & RangePlace,
  { link, isFollowed }: { link: string | null; isFollowed: boolean },
) {
  const question = logQuestion(station, filter, useFixedRange(filter))
  const key = JSON.stringify([question, link])
  const { window, change, load, ...ends } = useLogWindow<LogRow>(key)
  const progress = useProgress(key)
  const known = useRef<{ key: string; id: string | null }>(undefined)
  const head = useQuery({
    queryKey: [...keyOf(ocppLogSearch), question],
    queryFn: ({ signal }) =>
      searchHead(
        { ...question, reclimit: pageSize },
        { known: known.current?.key === key ? known.current.id : null, signal },
      ),
    meta: { hints: ['log.added'], station },
  })
  const linked = useQuery({
    queryKey: ['OCPP log', 'around', key],
    queryFn: ({ signal }) => fetchAround(question, link ?? '', signal),
    enabled: link !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isLinked = link !== null && linked.error === null
  useEffect(() => {
    if (linked.data) change(() => around(linked.data.message, linked.data.before, linked.data.after))
  }, [linked.data, change])
  useEffect(() => {
    // Messages held back are shown as soon as the log is followed again.
    const page = head.data
    if (!page) return
    change((before) => (isLinked && before.rows.length === 0 ? before : withHead(before, page, isFollowed)))
  }, [head.data, isFollowed, isLinked, change])
  useEffect(() => {
    known.current = { key, id: newestKnown(window) }
  }, [key, window])

  const first = window.newerThan?.id ?? window.rows[0]?.id
  const last = window.olderThan?.id ?? window.rows.at(-1)?.id
  const loadOlder = (): Promise<void> =>
    load('older', async () => {
      const signal = progress.begin()
      const onPart = (page: LogPage): void => {
        change((before) => withOlder<LogRow>(before, page), key)
        progress.report(page.until?.datetime ?? null)
      }
      const page = await searchPage({ ...question, after: last, reclimit: pageSize, signal, onPart }).catch(
        (error: unknown) => {
          if (signal.aborted) return
          progress.end(false)
          throw error
        },
      )
      // A page that is not full, though the log goes on: the user decides.
      progress.end(!page || (page.isFull && page.rows.length < pageSize))
      return (before) => before
    })
  // Without a message there is no table that would load older ones.
  const searchOn = useEffectEvent(() => void loadOlder())
  const isEmpty = window.rows.length === 0 && window.older && !isLinked
  const isWaiting = progress.isPaused || ends.failure !== null || ends.loading !== null
  useEffect(() => {
    if (isEmpty && !isWaiting) searchOn()
  }, [isEmpty, isWaiting])
  return {
    rows: window.rows,
    pending: isLinked ? linked.isPending : head.isPending,
    error: window.rows.length === 0 ? (head.error ?? ends.failure?.error ?? null) : null,
    /** True if the message in the address was not found. */
    isLinkLost: linked.error !== null,
    retry: () => void (head.error ? head.refetch() : loadOlder()),
    hasOlder: window.older,
    hasNewer: window.newer,
    waiting: waiting(window, pageSize),
    release: () => change((before) => released(before, pageSize)),
    ...ends,
    /** Search for older messages in several parts: the time that it has reached, and what the user can do. */
    search: {
      until: progress.until ?? window.olderThan?.datetime ?? null,
      isRunning: progress.isRunning,
      isPaused: progress.isPaused,
      stop: progress.stop,
    },
    loadOlder,
    loadNewer: () =>
      load('newer', async () => {
        const page = await searchPage({ ...question, after: first, oldestfirst: true, reclimit: pageSize })
        return (before) => withNewer(before, { ...page, rows: page.rows.toReversed() })
      }),
    file: (request: FileRequest) => callFile(ocppLogSearch, question, request),
  }
}

async function fetchAround(question: LogQuestion, id: string, signal: AbortSignal) {
  const [message, before, after] = await Promise.all([
    call(ocppLogGet, { id }, { signal }),
    searchPage({ ...question, after: id, reclimit: pageSize, signal }),
    searchPage({ ...question, after: id, oldestfirst: true, reclimit: contextSize, signal }),
  ])
  return { message, before, after: { ...after, rows: after.rows.toReversed() } }
}
