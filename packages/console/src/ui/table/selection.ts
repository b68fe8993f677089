import { useCallback, useMemo, useState } from 'react'

/**
 * Selected rows of a list, over its pages. `all` means everything that matches the filters, including rows
 * that were never loaded: actions then send the filter, not ids.
 */
export interface Selection {
  ids: ReadonlySet<string>
  all: boolean
  toggle: (id: string) => void
  setPage: (ids: readonly string[], on: boolean) => void
  chooseAll: () => void
  clear: () => void
}

const none: ReadonlySet<string> = new Set()

/** Selection for a filter (`key`): another filter starts with an empty selection. */
export function useSelection(key: string): Selection {
  const [state, setState] = useState({ key, ids: none, all: false })
  const present = state.key === key ? state : { key, ids: none, all: false }
  const { ids, all } = present
  const change = useCallback(
    (next: (ids: Set<string>) => void) =>
      setState((before) => {
        const changed = new Set(before.key === key ? before.ids : none)
        next(changed)
        return { key, ids: changed, all: false }
      }),
    [key],
  )
  return useMemo(
    () => ({
      ids,
      all,
      toggle: (id) => change((set) => (set.has(id) ? set.delete(id) : set.add(id))),
      setPage: (page, on) => change((set) => page.forEach((id) => (on ? set.add(id) : set.delete(id)))),
      chooseAll: () => setState({ key, ids: none, all: true }),
      clear: () => setState({ key, ids: none, all: false }),
    }),
    [ids, all, change, key],
  )
}
