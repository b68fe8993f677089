import type { AnswerOf, BodyOf, auditSearch, Endpoint } from '@stationmaster/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../lib/call.ts'

export type JournalSearch = Omit<BodyOf<typeof auditSearch>, 'after' | 'reclimit'>

/** A text search and its progress. */
export interface Searching<Row> {
  rows: readonly Row[]
  /** Time of the last entry that was searched; null at the end, undefined before the first response. */
  until: string | null | undefined
  isRunning: boolean
  error: Error | null
  /** Continues the search, or retries it. */
  further: () => void
}

type Rows<S> = AnswerOf<S> extends { rows: (infer Row)[] } ? Row : never
type Slice<S> = { rows: Rows<S>[]; until: { id: string; datetime: string } | null }

interface State<S extends Endpoint> {
  asked: string
  rows: Rows<S>[]
  until: Slice<S>['until'] | undefined
  isRunning: boolean
  error: Error | null
}

/** Slices that are searched automatically; then the user decides whether to continue. */
const mostInOneGo = 12

/**
 * Searches a journal for a text, slice by slice, until a page is full, the end is reached, or `mostInOneGo`
 * slices were searched. Another query, or leaving the page, aborts it. Null if there is no query.
 */
export function useSearch<S extends Endpoint>(
  search: S,
  question: JournalSearch | null,
  size: number,
): Searching<Rows<S>> | null {
  const asked = question ? JSON.stringify(question) : ''
  const [kept, setState] = useState<State<S>>(() => begun(asked))
  const state = kept.asked === asked ? kept : begun<S>(asked)
  const leave = useRef<AbortController>(undefined)
  const go = (from: State<S>): void => {
    leave.current?.abort()
    leave.current = new AbortController()
    void goOn({ search, size, from, signal: leave.current.signal, tell: setState })
  }
  const start = useEffectEvent(go)
  useEffect(() => {
    if (asked !== '') start(begun(asked))
    return () => leave.current?.abort()
  }, [asked])
  if (!question) return null
  const { rows, until, isRunning, error } = state
  const further = (): void => go(state)
  return { rows, until: until && until.datetime, isRunning, error, further }
}

const begun = <S extends Endpoint>(asked: string): State<S> => ({
  asked,
  rows: [],
  until: undefined,
  isRunning: true,
  error: null,
})

interface Go<S extends Endpoint> {
  search: S
  size: number
  from: State<S>
  signal: AbortSignal
  tell: (state: State<S>) => void
}

async function goOn<S extends Endpoint>({ search, size, from, signal, tell }: Go<S>): Promise<void> {
  let state: State<S> = { ...from, isRunning: true, error: null }
  const full = state.rows.length + size
  tell(state)
  try {
    for (let slices = 1; state.isRunning; slices += 1) {
      const { rows, until } = await next(search, state, full - state.rows.length, signal)
      if (signal.aborted) return
      const all = [...state.rows, ...rows]
      const goesOn = until !== null && all.length < full && slices < mostInOneGo
      state = { ...state, rows: all, until, isRunning: goesOn }
      tell(state)
    }
  } catch (error) {
    if (!signal.aborted)
      tell({ ...state, isRunning: false, error: error instanceof Error ? error : new Error(String(error)) })
  }
}

const next = async <S extends Endpoint>(
  search: S,
  { asked, until }: State<S>,
  reclimit: number,
  signal: AbortSignal,
): Promise<Slice<S>> => {
  const question = JSON.parse(asked) as JournalSearch // Serialized by useSearch.
  const body = { ...question, reclimit, ...(until ? { after: until.id } : {}) }
  // The body of a search by contract, which a generic endpoint cannot express.
  return (await call(search, body as BodyOf<S>, { signal })) as Slice<S>
}
