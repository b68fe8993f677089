import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { useUser } from './session.ts'

/** Key of the entry of the history with which the page was loaded. */
const firstKey = 'default'

/**
 * Opens a list with the user's default view, unless its address says what to show. An entry of the history to which
 * the user returns stays as it was.
 */
export function useDefaultView(list: string): void {
  const navigate = useNavigate()
  const { search, key } = useLocation()
  const isReturn = useNavigationType() === 'POP' && key !== firstKey
  const view = useUser()?.defaultviews?.[list]
  const open = useEffectEvent(() => {
    if (search === '' && view && !isReturn) void navigate({ search: view }, { replace: true })
  })
  useEffect(() => open(), [])
}
