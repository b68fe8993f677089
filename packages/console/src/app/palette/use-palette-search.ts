import { useQueries } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { type PaletteEntry, type PaletteSource, paletteSources } from '../../lib/palette.ts'
import { type TextKey } from '../../lib/texts.ts'
import { useCommandSource } from './command-source.tsx'
import { useScreenSource } from './screen-source.tsx'
import { useSearchSource } from './search-source.tsx'

export interface FoundGroup {
  id: string
  heading: TextKey
  entries: readonly PaletteEntry[]
}

/** Queries all sources, those of the current page first: local ones on every key press, the server after a pause. */
export function usePaletteSearch(text: string): { groups: FoundGroup[]; searching: boolean } {
  const screens = useScreenSource()
  const commands = useCommandSource()
  const search = useSearchSource()
  const [paused] = useDebouncedValue(text, 180)
  const sources = useMemo<PaletteSource[]>(
    () => [...paletteSources(), screens, commands, search],
    [screens, commands, search],
  )
  const answers = useQueries({
    queries: sources.map((source) => {
      const searchText = source.remote ? paused : text
      return {
        queryKey: ['palette', source.id, searchText],
        queryFn: ({ signal }: { signal: AbortSignal }) => Promise.resolve(source.find(searchText, signal)),
        staleTime: source.remote ? 5_000 : 0,
        gcTime: 10_000,
        retry: false,
        placeholderData: (before: readonly PaletteEntry[] | undefined) => before,
      }
    }),
  })
  const groups = sources.flatMap((source, at) => {
    const entries = answers[at]?.data ?? []
    return entries.length > 0 ? [{ id: source.id, heading: source.heading, entries }] : []
  })
  return { groups, searching: text !== paused || answers.some((answer) => answer.isFetching) }
}
