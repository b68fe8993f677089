import { useQueries } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { type PaletteEntry, type PaletteSource, paletteSources } from '../../lib/palette.ts'
import { type TextKey } from '../../lib/texts.ts'
import { useCommandSources } from './command-source.tsx'
import { useRecentSource } from './recent-source.tsx'
import { useScreenSource } from './screen-source.tsx'
import { useSearchScreenSource, useSearchSource } from './search-source.tsx'

export interface FoundGroup {
  id: string
  heading: TextKey
  /** Number of matches, of which the entries may be a part. */
  count?: string | undefined
  entries: readonly PaletteEntry[]
  /** True if the entries are those of an earlier text. */
  isStale: boolean
}

/**
 * Queries all sources, those of the current page first: local ones on every key press, the server after a pause. What
 * comes after the results of the server counts as stale until they have arrived.
 */
export function usePaletteSearch(text: string): { groups: FoundGroup[]; searching: boolean } {
  const screens = useScreenSource()
  const commands = useCommandSources()
  const search = useSearchSource()
  const searchScreen = useSearchScreenSource()
  const recent = useRecentSource()
  const [paused] = useDebouncedValue(text, 180)
  const sources = useMemo<PaletteSource[]>(
    () => [...paletteSources(), recent, screens, commands.named, search, commands.others, searchScreen],
    [recent, screens, commands, search, searchScreen],
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
  const isWaiting = sources.map(
    ({ remote }, at) => remote === true && (text !== paused || Boolean(answers[at]?.isFetching)),
  )
  const groups = sources.flatMap((source, at) => {
    const isStale = Boolean(answers[at]?.isPlaceholderData) || isWaiting.slice(0, at + 1).includes(true)
    return groupsOf(source, answers[at]?.data ?? [], isStale)
  })
  return { groups, searching: text !== paused || answers.some((answer) => answer.isFetching) }
}

/** Divides the entries of a source into its groups. */
function groupsOf(source: PaletteSource, entries: readonly PaletteEntry[], isStale: boolean): FoundGroup[] {
  const groups: (FoundGroup & { entries: PaletteEntry[] })[] = []
  for (const entry of entries) {
    const { heading, count } = entry.group ?? { heading: source.heading }
    const last = groups.at(-1)
    if (last?.heading === heading) last.entries.push(entry)
    else groups.push({ id: `${source.id} ${heading}`, heading, count, entries: [entry], isStale })
  }
  return groups
}
