import { commandSend, search } from '@stationmaster/contract'
import {
  IconArrowsExchange,
  IconBolt,
  IconBuildings,
  IconCreditCard,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMay } from '../../lib/access.ts'
import { call } from '../../lib/call.ts'
import { type PaletteEntry, type PaletteSource, requestedDialog } from '../../lib/palette.ts'
import { addressOf } from '../../lib/screen.ts'
import { useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { isAreaOpen } from '../area-access.ts'
import { useNamespace } from './use-namespace.ts'
import { actionIn, type StationAction } from './station-action.ts'

const shortest = 2
const maxResults = 8
const icons: Record<string, typeof IconBolt> = {
  charge_point: IconBolt,
  card: IconCreditCard,
  site: IconBuildings,
  client: IconUsers,
  transaction: IconArrowsExchange,
}

/** Finds stations, cards and sessions on the server, and actions on stations ("ber reset"); the last entry opens the search screen. */
export function useSearchSource(): PaletteSource {
  const t = useTexts()
  const open = isAreaOpen('crm', useUser())
  const maySend = useMay()(commandSend)
  const tStation = useTexts('station')
  const hasTexts = useNamespace('station', open && maySend)
  return useMemo(
    () => ({
      id: `search ${open} ${maySend} ${hasTexts}`,
      heading: 'shell:screens.search',
      remote: true,
      find: async (text, signal) => {
        const searchText = text.trim()
        if (searchText.length < shortest || !open) return []
        const actions: StationAction[] = maySend
          ? (['reset', 'unlock'] as const).map((id) => ({
              id,
              label: hasTexts ? tStation(`acts.${id}`).replace('…', '') : id,
            }))
          : []
        const wanted = actionIn(searchText, actions)
        const stations =
          wanted && wanted.rest.length >= shortest
            ? await call(search, { text: wanted.rest, entities: ['charge_point'] }, { signal })
            : []
        const onStations: PaletteEntry[] = stations.slice(0, maxResults).map((row) => ({
          id: `${wanted?.action.id} ${row.id}`,
          label: `${wanted?.action.label} · ${row.label}`,
          hint: row.description,
          icon: <IconBolt size={16} />,
          to: row.address,
          run: () => wanted && requestedDialog.set({ stationId: row.id, dialog: wanted.action.id }),
        }))
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
        return [...onStations, ...found, all]
      },
    }),
    [t, tStation, open, maySend, hasTexts],
  )
}
