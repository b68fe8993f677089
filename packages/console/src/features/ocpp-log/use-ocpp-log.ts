import { ocppLogGet, ocppLogList } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, callFile, type FileRequest } from '../../lib/call.ts'
import { useEndpoint } from '../../lib/query.ts'
import { type RangePlace, useFixedRange } from '../../lib/time-range.ts'
import { type LogFilter, logQuestion } from './log-filter.ts'
import {
  around,
  type LogPage,
  released,
  waiting,
  withHead,
  withNewer,
  withOlder,
  type LogRow,
} from './log-window.ts'
import { useLogWindow } from './use-log-window.ts'

/** Messages per page. */
const pageSize = 50
/** Messages shown above a linked one. */
const contextSize = 20

export type OcppLog = ReturnType<typeof useOcppLog>

/**
 * The log of a station: followed at its end, extended at either side on demand. `link` is the message in the
 * address; the log then starts around it instead of at its end.
 */
export function useOcppLog(
  station: string,
  filter: LogFilter & RangePlace,
  { link, isFollowed }: { link: string | null; isFollowed: boolean },
) {
  const question = logQuestion(station, filter, useFixedRange(filter))
  const key = JSON.stringify([question, link])
  const { window, change, ...ends } = useLogWindow<LogRow>(key)
  const head = useEndpoint(
    ocppLogList,
    { ...question, reclimit: pageSize },
    { hints: ['log.added'], station },
  )
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
    if (!head.data) return
    const page = pageOf(head.data)
    change((before) => (isLinked && before.rows.length === 0 ? before : withHead(before, page, isFollowed)))
  }, [head.data, isFollowed, isLinked, change])

  const first = window.rows[0]?.id
  const last = window.rows.at(-1)?.id
  return {
    rows: window.rows,
    pending: isLinked ? linked.isPending : head.isPending,
    error: window.rows.length === 0 ? head.error : null,
    /** True if the message in the address was not found. */
    isLinkLost: linked.error !== null,
    retry: () => void head.refetch(),
    hasOlder: window.older,
    hasNewer: window.newer,
    waiting: waiting(window, pageSize),
    release: () => change((before) => released(before, pageSize)),
    ...ends,
    loadOlder: () =>
      ends.load('older', async () => {
        const page = await fetchPage({ ...question, after: last, reclimit: pageSize })
        return (before) => withOlder(before, page)
      }),
    loadNewer: () =>
      ends.load('newer', async () => {
        const page = await fetchPage({
          ...beyond(question, 'GTR', first),
          orderby: ['id'],
          reclimit: pageSize,
        })
        return (before) => withNewer(before, { ...page, rows: page.rows.toReversed() })
      }),
    file: (request: FileRequest) => callFile(ocppLogList, question, request),
  }
}

type Body = Parameters<typeof call<typeof ocppLogList>>[1]
type Question = Pick<Body, 'filter' | 'search'>

const pageOf = (rows: LogPage['rows'], size = pageSize): LogPage => ({ rows, isFull: rows.length >= size })

const fetchPage = async (body: Body, signal?: AbortSignal): Promise<LogPage> =>
  pageOf(await call(ocppLogList, body, { signal }), body.reclimit)

const beyond = (question: Question, compare: 'GTR' | 'LSS', id: string | undefined): Question => ({
  ...question,
  search: [{ condition: 'AND', field: 'id', compare, value: id ?? '0' }, ...(question.search ?? [])],
})

async function fetchAround(question: Question, id: string, signal: AbortSignal) {
  const [message, before, after] = await Promise.all([
    call(ocppLogGet, { id }, { signal }),
    fetchPage({ ...beyond(question, 'LSS', id), reclimit: pageSize }, signal),
    fetchPage({ ...beyond(question, 'GTR', id), orderby: ['id'], reclimit: contextSize }, signal),
  ])
  return { message, before, after: { ...after, rows: after.rows.toReversed() } }
}
