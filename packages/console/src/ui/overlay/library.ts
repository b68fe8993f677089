import { useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

/**
 * The code of menus, popovers and tooltips. No screen needs it to be shown: it is loaded when the pointer or the
 * focus reaches an element that opens one, at the latest when that is opened; the frame loads it with the first sign of use.
 */
export type Overlays = typeof import('./overlays.tsx')

const overlays = createStore<Overlays | null>(null)
let loading: Promise<void> | null = null

async function load(): Promise<void> {
  overlays.set(await import('./overlays.tsx'))
}

function loadOverlays(): Promise<void> {
  loading ??= load().catch((failure: unknown) => {
    loading = null
    throw failure
  })
  return loading
}

/** Loads the code ahead of use; after a failure the next call tries again. */
export const preloadOverlays = (): void => void loadOverlays().catch(() => {})

/** Returns the code if it is loaded. */
export const loadedOverlays = (): Overlays | null => overlays.get()

/** Returns the code, null until it is loaded; calls `onFailed` if it cannot be loaded. */
export function useOverlays(isWanted: boolean, onFailed: () => void): Overlays | null {
  const loaded = useStore(overlays)
  const isMissing = isWanted && !loaded
  useEffect(() => {
    if (isMissing) loadOverlays().catch(() => onFailed())
  }, [isMissing, onFailed])
  return loaded
}
