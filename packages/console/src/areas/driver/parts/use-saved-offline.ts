import { useEffect } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { saveOffline, type SavedRow } from '../../../lib/saved-offline.ts'
import { useTexts } from '../../../lib/texts.ts'

const names = ['title', 'retry', 'card', 'sessions', 'places', 'help'] as const

/** Saves a list, once it is loaded, for the page that is shown without a network. */
export function useSavedOffline(
  list: 'cards' | 'sessions' | 'places' | 'help',
  rows: readonly SavedRow[] | null,
): void {
  const t = useTexts('driver')
  const format = useFormat()
  // the rows are made at each render
  const text = rows === null ? null : JSON.stringify(rows)
  useEffect(() => {
    if (text === null) return
    saveOffline(list, JSON.parse(text) as SavedRow[], {
      language: document.documentElement.lang,
      words: {
        ...Object.fromEntries(names.map((name) => [name, t(`lost.${name}`)])),
        saved: t('lost.saved', { time: format.dateTime(new Date().toISOString()) }),
      },
    })
  }, [list, text, t, format])
}
