import type { ReactNode } from 'react'
import type { TextKey } from './texts.ts'

/**
 * Where the command palette takes its entries from. A feature or a screen adds a source while it is there:
 *
 *   useEffect(() => addPaletteSource({ id: 'station-commands', heading: 'shell:palette.actions', find }), [])
 */
export interface PaletteEntry {
  id: string
  label: string
  /** Drawn beside the label: an identity's place, a state. */
  hint?: ReactNode
  icon?: ReactNode
  mono?: boolean
  /** Where it leads, or what it does. */
  to?: string
  run?: () => void
}

export interface PaletteSource {
  id: string
  heading: TextKey
  /** Waits for a pause in typing and may take its time; others answer at each key. */
  remote?: boolean
  find: (text: string, signal: AbortSignal) => readonly PaletteEntry[] | Promise<readonly PaletteEntry[]>
}

const sources = new Map<string, PaletteSource>()

export const paletteSources = (): PaletteSource[] => [...sources.values()]

/** Adds a source; one with the same id takes the other's place. Answers the function that removes it. */
export function addPaletteSource(source: PaletteSource): () => void {
  sources.set(source.id, source)
  return () => {
    if (sources.get(source.id) === source) sources.delete(source.id)
  }
}
