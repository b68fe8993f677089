import { useSyncExternalStore } from 'react'

/**
 * Canvases cannot read CSS variables: they read them here, and again when the theme changes. The attribute is
 * observed instead of the settings, because it changes slightly later.
 */
const listeners = new Set<() => void>()
let watcher: MutationObserver | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (watcher === null) {
    watcher = new MutationObserver(() => listeners.forEach((notify) => notify()))
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    watcher?.disconnect()
    watcher = null
  }
}

/** Returns the name of the current theme; canvases are drawn again when it changes. */
export const useShownTheme = (): string =>
  useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme ?? 'light')

/** Returns the value of a colour token (`--st-charging`), which must be a plain colour and not a composed one. */
export const tokenColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#7a828f'

/** Returns the colour with an alpha from 0 to 1. Tokens have the form #rrggbb. */
export function faded(colour: string, alpha: number): string {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)
  return /^#[\da-f]{6}$/i.test(colour) ? `rgb(${part(1)} ${part(3)} ${part(5)} / ${alpha})` : colour
}

/** Returns the font of the page for a canvas, in the size of figures next to a chart. */
export const canvasFont = (weight = 400, size = 12): string =>
  `${weight} ${size}px ${getComputedStyle(document.body).fontFamily || 'sans-serif'}`
