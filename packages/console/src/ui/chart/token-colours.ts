import { useSyncExternalStore } from 'react'

/**
 * Canvases cannot read CSS variables by themselves: they ask here, and ask again when the theme changes. The
 * attribute is watched instead of the settings, because it changes a moment after them.
 */
const listeners = new Set<() => void>()
let watcher: MutationObserver | null = null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (watcher === null) {
    watcher = new MutationObserver(() => listeners.forEach((tell) => tell()))
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    watcher?.disconnect()
    watcher = null
  }
}

/** The name of the theme the page shows now; what draws on a canvas is built anew when it changes. */
export const useShownTheme = (): string =>
  useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme ?? 'light')

/** The value of a colour token (`--st-charging`), which must be a plain colour and not made of others. */
export const tokenColour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#7a828f'

/** The colour with an alpha from 0 to 1. Tokens are written as #rrggbb. */
export function faded(colour: string, alpha: number): string {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16)
  return /^#[\da-f]{6}$/i.test(colour) ? `rgb(${part(1)} ${part(3)} ${part(5)} / ${alpha})` : colour
}

/** The font of the page for a canvas, at the size the design gives to figures beside a picture. */
export const canvasFont = (weight = 400, size = 12): string =>
  `${weight} ${size}px ${getComputedStyle(document.body).fontFamily || 'sans-serif'}`
