import { useEffect, useState } from 'react'

/** Returns the focus on unmount to the element that had it on mount: dialogs are unmounted to close. */
export function useReturnFocus(): void {
  const [before] = useState(focused)
  useEffect(
    () => () => {
      // The code that closed the dialog may have moved the focus already.
      queueMicrotask(() => {
        if (document.activeElement === document.body) before?.focus()
      })
    },
    [before],
  )
}

/** Returns the focused element; for a menu, which closes by itself, the element that opened it. */
function focused(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  if (menu?.id) return document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`)
  return active instanceof HTMLElement ? active : null
}
