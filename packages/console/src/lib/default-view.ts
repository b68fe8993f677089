import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useUser } from './session.ts'

/** Key of the entry of the history with which the page was loaded. */
const firstKey = 'default'

/**
 * Opens a list with the user's default view, unless its address says what to show, also when the user opens the list
 * again from the menu. An entry of the history to which the user returns stays as it was.
 */
export function useDefaultView(list: string): void {
  const navigate = useNavigate()
  const { search, key } = useLocation()
  const kind = useNavigationType()
  const isReturn = kind === 'POP' && key !== firstKey
  const before = useRef({ entry: '', search: '' })
  const view = useUser()?.defaultviews?.[list]
  const open = useEffectEvent((entry: string, search: string) => {
    // A link to the same address replaces the entry, as does a cleared filter, which is to stay cleared.
    const isCleared = kind === 'REPLACE' && before.current.search !== ''
    const isHandled = before.current.entry === entry
    before.current = { entry, search }
    if (isHandled) return
    if (search === '' && view && !isReturn && !isCleared) void navigate({ search: view }, { replace: true })
  })
  // an entry that a script added without the router has the key of the first one
  useEffect(() => open(key, search), [key, search])
}
