import type { AnswerOf, BodyOf, auditSearch, Endpoint } from '@stationmaster/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { maxParts } from '../../../lib/search-in-parts.ts'

export type JournalSearch = Omit<BodyOf<typeof auditSearch>, 'after' | 'reclimit'>

/** A text search and its progress. */
export interface Searching<Row> {
  rows: readonly Row[]
  /** Time of the last entry that was searched; null at the end, undefined before the first response. */
  until: string | null | undefined
  isRunning: boolean
  error: Error | null
  /** Continues the search, or retries it. */
  continueSearch: () => void
}

type Rows<S> = AnswerOf<S> extends { rows: (infer Row)[] } ? Row : never
type Part<S> = { rows: Rows<S>[]; until: { id: string; datetime: string } | null }

interface State<S extends Endpoint> {
  serialized: string
  rows: Rows<S>[]
  until: Part<S>['until'] | undefined
  isRunning: boolean
  error: Error | null
}

/**
 * Searches a journal for a text, part by part, until a page is full, the end is reached, or `maxParts`
 * parts were searched. Another query, or leaving the page, aborts it. Null if there is no query.
 */
export function useSearch<S extends Endpoint>(
  search: S,
  question: JournalSearch | null,
  size: number,
): Searching<Rows<S>> | null {
  const serialized = question ? JSON.stringify(question) : ''
  const [stored, setState] = useState<State<S>>(() => initialState(serialized))
  const state = stored.serialized === serialized ? stored : initialState<S>(serialized)
  const controller = useRef<AbortController>(undefined)
  const go = (from: State<S>): void => {
    controller.current?.abort()
    controller.current = new AbortController()
    void runSearch({ search, size, from, signal: controller.current.signal, onState: setState })
  }
  const start = useEffectEvent(go)
  useEffect(() => {
    if (serialized !== '') start(initialState(serialized))
    return () => controller.current?.abort()
  }, [serialized])
  if (!question) return null
  const { rows, until, isRunning, error } = state
  const continueSearch = (): void => go(state)
  return { rows, until: until && until.datetime, isRunning, error, continueSearch }
}

const initialState = <S extends Endpoint>(serialized: string): State<S> => ({
  serialized,
  rows: [],
  until: undefined,
  isRunning: true,
  error: null,
})

interface Run<S extends Endpoint> {
  search: S
  size: number
  from: State<S>
  signal: AbortSignal
  onState: (state: State<S>) => void
}

async function runSearch<S extends Endpoint>({ search, size, from, signal, onState }: Run<S>): Promise<void> {
  let state: State<S> = { ...from, isRunning: true, error: null }
  const full = state.rows.length + size
  onState(state)
  try {
    for (let parts = 1; state.isRunning; parts += 1) {
      const { rows, until } = await next(search, state, { reclimit: full - state.rows.length, signal })
      if (signal.aborted) return
      const all = [...state.rows, ...rows]
      const continues = until !== null && all.length < full && parts < maxParts
      state = { ...state, rows: all, until, isRunning: continues }
      onState(state)
    }
  } catch (error) {
    if (!signal.aborted)
      onState({
        ...state,
        isRunning: false,
        error: error instanceof Error ? error : new Error(String(error)),
      })
  }
}

const next = async <S extends Endpoint>(
  search: S,
  { serialized, until }: State<S>,
  { reclimit, signal }: { reclimit: number; signal: AbortSignal },
): Promise<Part<S>> => {
  const question = JSON.parse(serialized) as JournalSearch // Serialized by useSearch.
  const body = { ...question, reclimit, ...(until ? { after: until.id } : {}) }
  // The body of a search by contract, which a generic endpoint cannot express.
  return (await call(search, body as BodyOf<S>, { signal })) as Part<S>
}
