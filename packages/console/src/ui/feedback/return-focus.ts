import { useEffect, useState } from 'react'

/**
 * Returns the focus on unmount to the element that had it on mount: dialogs are unmounted to close. If that element
 * was removed with them, as a bar of actions for rows that are no longer selected, the content of the page gets it.
 */
export function useReturnFocus(): void {
  const [before] = useState(focused)
  useEffect(
    () => () => {
      // The code that closed the dialog may have moved the focus already.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        if (before?.isConnected) before.focus()
        else document.querySelector('main')?.focus({ preventScroll: true })
      })
    },
    [before],
  )
}

/** Returns the focused element if there is one; for a menu, which closes by itself, the element that opened it. */
function focused(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  if (menu?.id) return document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`)
  return active instanceof HTMLElement && active !== document.body ? active : null
}
