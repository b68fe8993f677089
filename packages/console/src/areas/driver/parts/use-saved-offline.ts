import { useEffect, useEffectEvent } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { saveOffline, type SavedRow } from '../../../lib/saved-offline.ts'
import { useTexts } from '../../../lib/texts.ts'
import { whenIdle } from '../../../lib/when-idle.ts'

const names = ['title', 'retry', 'card', 'sessions', 'places', 'help'] as const

/** For a list that is saved as empty, or consists of rows. */
export const noRows: readonly SavedRow[] = []
export const asRow = (row: SavedRow) => row

/**
 * Saves a list, once it is loaded, for the page that is shown without a network. Its rows are made when the page is
 * idle, and again only if the list is another one.
 */
export function useSavedOffline<Item>(
  list: 'running' | 'cards' | 'sessions' | 'places' | 'help',
  items: readonly Item[] | null,
  rowOf: (item: Item) => SavedRow,
): void {
  const t = useTexts('driver')
  const format = useFormat()
  const save = useEffectEvent((loaded: readonly Item[], words: typeof t) =>
    saveOffline(list, loaded.map(rowOf), {
      language: document.documentElement.lang,
      words: {
        ...Object.fromEntries(names.map((name) => [name, words(`lost.${name}`)])),
        running: words('live.charging'),
        saved: words('lost.saved', { time: format.dateTime(new Date().toISOString()) }),
      },
    }),
  )
  useEffect(() => (items === null ? undefined : whenIdle(() => save(items, t))), [items, t])
}
