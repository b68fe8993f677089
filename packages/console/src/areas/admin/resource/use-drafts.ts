import type { locales } from '@stationmaster/contract'
import { useState } from 'react'
import type { Resource } from './resource-tree.ts'

type Locale = (typeof locales)[number]

/** A text that is being written, and the version it is based on: null if the language had no text. */
export interface Draft {
  text: string
  version: number | null
}

export type Drafts = ReturnType<typeof useDrafts>

/** Holds unsaved texts by language, so that switching to another language retains them. */
export function useDrafts(resource: Resource) {
  const [drafts, setDrafts] = useState<Partial<Record<Locale, Draft>>>({})
  const storedOf = (locale: Locale) => resource.data.find((data) => data.locale === locale)
  const isUnsaved = (locale: Locale): boolean => {
    const draft = drafts[locale]
    return draft !== undefined && draft.text !== (storedOf(locale)?.text ?? '')
  }
  const set = (locale: Locale, draft: Draft | undefined): void =>
    setDrafts((before) => ({ ...before, [locale]: draft }))
  return {
    of: (locale: Locale): Draft | undefined => drafts[locale],
    isUnsaved,
    isAnyUnsaved: (Object.keys(drafts) as Locale[]).some(isUnsaved),
    write: (locale: Locale, text: string): void =>
      set(locale, {
        text,
        version: drafts[locale] ? drafts[locale].version : (storedOf(locale)?.version_no ?? null),
      }),
    /** Bases the draft on the version that another user has stored, so that saving replaces it. */
    rebase: (locale: Locale): void => {
      const draft = drafts[locale]
      if (draft) set(locale, { ...draft, version: storedOf(locale)?.version_no ?? null })
    },
    drop: (locale: Locale): void => set(locale, undefined),
  }
}
