import { useRef, useState } from 'react'
import { emptyWindow, type Entry, type LogWindow } from './log-window.ts'

type Change<Row extends Entry> = (before: LogWindow<Row>) => LogWindow<Row>
type End = 'older' | 'newer'

/**
 * Returns the window of one query; another query starts with an empty one, and late pages of the previous one
 * are dropped.
 */
export function useLogWindow<Row extends Entry>(key: string) {
  const [state, setState] = useState<{ key: string; window: LogWindow<Row> }>({ key, window: emptyWindow })
  const [loading, setLoading] = useState<{ key: string; end: End } | null>(null)
  const [failure, setFailure] = useState<{ key: string; end: End; error: unknown } | null>(null)
  const running = useRef<string | null>(null)
  const [change] = useState(() => (made: Change<Row>, of?: string) => {
    setState((before) =>
      of !== undefined && before.key !== of ? before : { ...before, window: made(before.window) },
    )
  })
  // Adjusted while rendering: no frame shows rows of another query.
  if (state.key !== key) setState({ key, window: emptyWindow })
  const load = async (end: End, fetch: () => Promise<Change<Row>>): Promise<void> => {
    const mine = `${key} ${end}`
    if (running.current === mine) return
    running.current = mine
    setLoading({ key, end })
    setFailure(null)
    try {
      change(await fetch(), key)
    } catch (error) {
      setFailure({ key, end, error })
    } finally {
      if (running.current === mine) running.current = null
      setLoading((before) => (before?.key === key && before.end === end ? null : before))
    }
  }
  return {
    window: state.key === key ? state.window : emptyWindow,
    change,
    load,
    loading: loading?.key === key ? loading.end : null,
    failure: failure?.key === key ? failure : null,
  }
}
