import { useEffect, useRef, useState } from 'react'

interface State {
  key: string
  until: string | null
  isPaused: boolean
}

/** Progress of a search in several parts, of one query; another query, or leaving the page, aborts it. */
export function useProgress(key: string) {
  const [state, setState] = useState<State>({ key, until: null, isPaused: false })
  const running = useRef<{ key: string; controller: AbortController }>(undefined)
  useEffect(
    () => () => {
      if (running.current?.key === key) running.current.controller.abort()
    },
    [key],
  )
  const ofKey = state.key === key ? state : null
  return {
    /** Time that the search has reached; null before its first part. */
    until: ofKey?.until ?? null,
    /** True while further parts follow the first one. */
    isRunning: ofKey !== null && ofKey.until !== null && !ofKey.isPaused,
    /** True if it ended before a page was full and before the end of the log. */
    isPaused: ofKey?.isPaused ?? false,
    begin: (): AbortSignal => {
      running.current?.controller.abort()
      const controller = new AbortController()
      running.current = { key, controller }
      setState((before) => ({
        key,
        until: before.key === key && before.isPaused ? before.until : null,
        isPaused: false,
      }))
      return controller.signal
    },
    report: (until: string | null): void => setState({ key, until, isPaused: false }),
    end: (isPaused: boolean): void =>
      setState((before) =>
        before.key === key ? { ...before, until: isPaused ? before.until : null, isPaused } : before,
      ),
    stop: (): void => running.current?.controller.abort(),
  }
}
