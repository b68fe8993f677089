import {
  activityHistogram,
  activityList,
  type AnswerOf,
  type ActivityCategory,
} from '@stationmaster/contract'
import { useEffect } from 'react'
import {
  type LogPage,
  released,
  waiting,
  withHead,
  withOlder,
} from '../../../features/ocpp-log/log-window.ts'
import { useLogWindow } from '../../../features/ocpp-log/use-log-window.ts'
import { call, callFile, type FileRequest } from '../../../lib/call.ts'
import { useNow } from '../../../lib/clock.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useFixedRange } from '../../../lib/time-range.ts'
import {
  type ActivityPlace,
  activityFilter,
  listLimits,
  selectionOf,
  shownCategories,
  type Within,
} from './activity-place.ts'

export type Activity = AnswerOf<typeof activityList>[number]

/** Events per page. */
const pageSize = 100
/** Parts of the histogram. */
export const histogramParts = 84
const minute = 60_000
/** A user's change of a card has a hint of its own only. */
export const hints = ['activity.added', 'card.changed'] as const

export type ActivityEvents = ReturnType<typeof useActivityEvents>

/** Loads the events of a period, newest first: followed at its end, older ones on demand. */
export function useActivityEvents(at: ActivityPlace, within: Within, isFollowed: boolean) {
  const limits = useFixedRange(at)
  const categories = shownCategories(at)
  const question = {
    ...activityFilter(at, within),
    ...listLimits(at, limits),
    ...(categories.length > 0 ? { categories } : {}),
  }
  const key = JSON.stringify(question)
  const { window, change, ...ends } = useLogWindow<Activity>(key)
  const head = useEndpoint(activityList, { ...question, reclimit: pageSize }, { hints })
  useEffect(() => {
    if (!head.data) return
    const page = pageOf(head.data)
    change((before) => withHead(before, page, isFollowed))
  }, [head.data, isFollowed, change])
  const last = window.rows.at(-1)?.id
  return {
    rows: window.rows,
    pending: head.isPending,
    error: window.rows.length === 0 ? head.error : null,
    retry: () => void head.refetch(),
    hasOlder: window.older,
    waiting: waiting(window, pageSize),
    release: () => change((before) => released(before, pageSize)),
    file: (request: FileRequest) => callFile(activityList, question, request),
    ...ends,
    loadOlder: () =>
      ends.load('older', async () => {
        const page = pageOf(await call(activityList, { ...question, after: last, reclimit: pageSize }))
        return (before) => withOlder(before, page)
      }),
  }
}

const pageOf = (rows: readonly Activity[]): LogPage<Activity> => ({ rows, isFull: rows.length >= pageSize })

type Part = AnswerOf<typeof activityHistogram>[number]
export type Counts = Record<ActivityCategory, number>

/** Loads the numbers of events over the period, whatever part of it is selected and whatever categories are shown. */
export function useActivityHistogram(at: ActivityPlace, within: Within) {
  const limits = useFixedRange(at)
  const now = useNow()
  // A period without an end grows by a minute at a time.
  const end = limits.to || new Date(Math.ceil((now + 1) / minute) * minute).toISOString()
  const begin = limits.from || new Date(Date.parse(end) - 24 * 60 * minute).toISOString()
  const isValid = begin < end
  const body = { ...activityFilter(at, within), from: begin, to: end, buckets: histogramParts }
  const found = useEndpoint(activityHistogram, body, { hints, keepPrevious: true, enabled: isValid })
  const parts: readonly Part[] = (isValid && found.data) || []
  const selection = selectionOf(at)
  const isSelected = ({ from }: Part): boolean => {
    const start = Date.parse(from)
    // Parts are rounded to milliseconds.
    return !selection || (start >= selection.from - 1 && start < selection.to - 1)
  }
  return {
    from: Date.parse(begin),
    to: isValid ? Date.parse(end) : Date.parse(begin) + minute,
    parts,
    all: sumOf(parts),
    selected: sumOf(parts.filter(isSelected)),
    selection,
    isKnown: found.data !== undefined,
  }
}

function sumOf(parts: readonly Part[]): Counts {
  const sum: Counts = { problem: 0, connection: 0, session: 0, refused: 0, command: 0, other: 0 }
  for (const part of parts)
    for (const category of Object.keys(sum) as ActivityCategory[]) sum[category] += part[category]
  return sum
}

/** Returns the number of events of some categories, of all without any. */
export function totalOf(counts: Counts, categories: readonly ActivityCategory[] = []): number {
  const of = categories.length > 0 ? categories : (Object.keys(counts) as ActivityCategory[])
  return of.reduce((sum, category) => sum + counts[category], 0)
}
