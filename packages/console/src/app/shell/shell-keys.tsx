import { lazy, Suspense, useEffect, useRef } from 'react'
import { useStore } from '../../lib/store.ts'
import { isTyping } from '../palette/keys.ts'
import { closeOverlay, openKeys, openPalette, overlay, typeAhead } from '../palette/palette-state.ts'
import { useGoKeys } from './use-go-keys.ts'

const loadPalette = () => import('../palette/palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const KeyList = lazy(async () => ({ default: (await import('../palette/key-list.tsx')).KeyList }))

/** Keys that work everywhere: Ctrl K the palette, `?` the list of keys, `[` the side bar, `g` and a letter a screen. */
export function ShellKeys({ onSideBar }: { onSideBar: () => void }) {
  const shown = useStore(overlay)
  const sideBar = useRef(onSideBar)
  useGoKeys()
  useEffect(() => {
    sideBar.current = onSideBar
  }, [onSideBar])
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (typeAhead(event)) return event.preventDefault()
      // The palette is loaded while the rest of its keys is pressed.
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette().catch(() => {})
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') openPalette()
      else if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return
      else if (event.key === '?') openKeys()
      else if (event.key === '[') sideBar.current()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={closeOverlay} />}
      {shown === 'keys' && <KeyList onClose={closeOverlay} />}
    </Suspense>
  )
}
