import { createStore } from '../../lib/store.ts'

/** The overlay opened by a key press: the palette or the list of keys. */
export const overlay = createStore<'palette' | 'keys' | null>(null)

/** Text in the field of the palette; outside it, because users type before the palette has loaded. */
export const paletteText = createStore('')

/** Marks the field of the palette. */
export const paletteField = 'data-palette-field'

export function openPalette(): void {
  if (overlay.get() !== 'palette') paletteText.set('')
  overlay.set('palette')
}

/** Adds a key that was pressed before the field of the palette has the focus. Returns false for other keys. */
export function typeAhead(event: KeyboardEvent): boolean {
  const { key, target } = event
  if (overlay.get() !== 'palette' || event.ctrlKey || event.metaKey || event.altKey) return false
  if (target instanceof Element && target.hasAttribute(paletteField)) return false
  const text = paletteText.get()
  if (key === 'Backspace') paletteText.set([...text].slice(0, -1).join(''))
  else if ([...key].length === 1) paletteText.set(text + key)
  else return false
  return true
}

export const openKeys = (): void => overlay.set('keys')
export const closeOverlay = (): void => overlay.set(null)
