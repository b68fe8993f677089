import { useEffect, useState } from 'react'

/** Gives the focus back to what had it when this was first drawn, once it is gone: dialogs are unmounted to close. */
export function useReturnFocus(): void {
  const [before] = useState(focused)
  useEffect(
    () => () => {
      // Whoever closed the dialog may have sent the focus somewhere else.
      queueMicrotask(() => {
        if (document.activeElement === document.body) before?.focus()
      })
    },
    [before],
  )
}

/** What has the focus; of a menu, which closes by itself, what opened it. */
function focused(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  if (menu?.id) return document.querySelector(`[aria-controls="${CSS.escape(menu.id)}"]`)
  return active instanceof HTMLElement ? active : null
}
