import { useMemo } from 'react'
import { lookOf } from '../../features/search/found-groups.ts'
import type { PaletteEntry, PaletteSource } from '../../lib/palette.ts'
import { addressOfRecent, recentItems } from '../../lib/recent.ts'
import { useUser } from '../../lib/session.ts'
import { matches } from './screen-source.tsx'

/** Recently opened objects that are listed without a text. */
const maxShown = 6

/** Finds the objects that the user opened last, by their names. */
export function useRecentSource(): PaletteSource {
  const userId = useUser()?.id
  return useMemo(
    () => ({
      id: `recent ${userId}`,
      heading: 'shell:palette.recent',
      find: (text): PaletteEntry[] =>
        userId === undefined
          ? []
          : recentItems(userId)
              .filter((item) => matches(item, text))
              .slice(0, maxShown)
              .map((item) => {
                const Icon = lookOf(item.classcode).icon
                return {
                  id: `recent ${item.classcode} ${item.id}`,
                  label: item.label,
                  icon: <Icon size={16} />,
                  to: addressOfRecent(item),
                }
              }),
    }),
    [userId],
  )
}
