import { search } from '@stationmaster/contract'
import {
  IconArrowsExchange,
  IconBolt,
  IconBuildings,
  IconCreditCard,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import type { PaletteEntry, PaletteSource } from '../../lib/palette.ts'
import { addressOf } from '../../lib/screen.ts'
import { useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { isAreaOpen } from '../area-access.ts'

const shortest = 2
const maxResults = 8
const icons: Record<string, typeof IconBolt> = {
  charge_point: IconBolt,
  card: IconCreditCard,
  site: IconBuildings,
  client: IconUsers,
  transaction: IconArrowsExchange,
}

/** Finds stations, cards and sessions on the server; the last entry opens the search screen. */
export function useSearchSource(): PaletteSource {
  const t = useTexts()
  const open = isAreaOpen('crm', useUser())
  return useMemo(
    () => ({
      id: `search ${open}`,
      heading: 'shell:screens.search',
      remote: true,
      find: async (text, signal) => {
        const searchText = text.trim()
        if (searchText.length < shortest || !open) return []
        const rows = await call(search, { text: searchText }, { signal })
        const found: PaletteEntry[] = rows.slice(0, maxResults).map((row) => {
          const Icon = icons[row.classcode] ?? IconSearch
          return {
            id: row.id,
            label: row.label,
            hint: row.description,
            icon: <Icon size={16} />,
            to: row.address,
          }
        })
        const all: PaletteEntry = {
          id: 'search-all',
          label: t('palette.searchAll', { text: searchText }),
          icon: <IconSearch size={16} />,
          to: addressOf('/crm/search', [], { q: searchText }),
        }
        return [...found, all]
      },
    }),
    [t, open],
  )
}
