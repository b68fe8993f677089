import { useCallback, useEffect, useRef } from 'react'

interface Opened {
  id: string
  popup: 'menu' | 'dialog'
  opened: boolean
  onClose: () => void
}

/**
 * Holds the keys that are pressed after a menu was opened and before its entries are there; Escape and Tab close
 * it. Returns a function that returns these keys and ends the holding.
 */
export function useHeldKeys({ id, popup, opened, onClose }: Opened): () => string[] {
  const held = useRef<string[] | null>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!opened) return
    held.current = []
    const hear = (event: KeyboardEvent): void => {
      // The dropdown has the focus, and hears its keys itself.
      if (!held.current || (popup === 'dialog' && document.getElementById(`${id}-dropdown`))) return
      const { key } = event
      if (key === 'Escape' || key === 'Tab') close.current()
      if (key === 'Tab' || popup === 'dialog' || event.ctrlKey || event.metaKey || event.altKey) return
      if (key.length > 1 && !/^(Arrow(Up|Down)|Home|End|Enter|Escape)$/.test(key)) return
      event.preventDefault()
      event.stopPropagation()
      if (key !== 'Escape' && !event.repeat) held.current.push(key)
    }
    document.addEventListener('keydown', hear, true)
    return () => {
      held.current = null
      document.removeEventListener('keydown', hear, true)
    }
  }, [id, popup, opened])
  return useCallback(() => {
    const keys = held.current ?? []
    held.current = null
    return keys
  }, [])
}
