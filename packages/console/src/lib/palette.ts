import type { ReactNode } from 'react'
import { createStore } from './store.ts'
import type { TextKey } from './texts.ts'

/**
 * Sources of the command palette's entries. A feature or a screen registers a source while it is mounted:
 *
 *   useEffect(() => addPaletteSource({ id: 'station-commands', heading: 'shell:palette.actions', find }), [])
 */
export interface PaletteEntry {
  id: string
  label: string
  /** Shown next to the label: the account of an identity, a state. */
  hint?: ReactNode
  icon?: ReactNode
  mono?: boolean
  /** Group of the entry within its source, with the number of matches; by default that of the source. */
  group?: { heading: TextKey; count?: string }
  /** Address to open, or `run` for an action. */
  to?: string
  run?: () => void
}

export interface PaletteSource {
  id: string
  heading: TextKey
  /** True if the source is queried after a pause in typing and may be slow; others run at each key. */
  remote?: boolean
  find: (text: string, signal: AbortSignal) => readonly PaletteEntry[] | Promise<readonly PaletteEntry[]>
}

const sources = new Map<string, PaletteSource>()

export const paletteSources = (): PaletteSource[] => [...sources.values()]

/** Adds a source, replacing one with the same id. Returns the function that removes it. */
export function addPaletteSource(source: PaletteSource): () => void {
  sources.set(source.id, source)
  return () => {
    if (sources.get(source.id) === source) sources.delete(source.id)
  }
}

/** A dialog of a station that its page opens, after an action was chosen for the station elsewhere. */
export const requestedDialog = createStore<{ stationId: string; dialog: 'reset' | 'unlock' } | null>(null)
