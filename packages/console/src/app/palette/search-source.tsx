import { commandSend, search } from '@stationmaster/contract'
import { IconBolt, IconSearch } from '@tabler/icons-react'
import { useMemo } from 'react'
import { foundGroups, lookOf } from '../../features/search/found-groups.ts'
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
const maxActions = 6
/** Results per class; the last entry opens all of them. */
const maxPerClass = 4

/** Finds stations, cards and sessions on the server, and actions on stations ("ber reset"). */
export function useSearchSource(): PaletteSource {
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
        const onStations: PaletteEntry[] = stations.slice(0, maxActions).map((row) => ({
          id: `${wanted?.action.id} ${row.id}`,
          label: `${wanted?.action.label} · ${row.label}`,
          hint: row.description,
          icon: <IconBolt size={16} />,
          group: { heading: 'shell:palette.actions' },
          to: row.address,
          run: () => wanted && requestedDialog.set({ stationId: row.id, dialog: wanted.action.id }),
        }))
        const rows = await call(search, { text: searchText }, { signal })
        const found = foundGroups(rows).flatMap(({ classcode, rows: of, count }) => {
          const { heading, icon: Icon } = lookOf(classcode)
          return of.slice(0, maxPerClass).map(
            (row): PaletteEntry => ({
              id: row.id,
              label: row.label,
              hint: row.description,
              icon: <Icon size={16} />,
              group: { heading, count },
              to: row.address,
            }),
          )
        })
        return [...onStations, ...found]
      },
    }),
    [tStation, open, maySend, hasTexts],
  )
}

/** Opens the search screen with the text. */
export function useSearchScreenSource(): PaletteSource {
  const t = useTexts()
  const open = isAreaOpen('crm', useUser())
  return useMemo(
    () => ({
      id: `search screen ${open}`,
      heading: 'shell:screens.search',
      find: (text) => {
        const searchText = text.trim()
        if (searchText.length < shortest || !open) return []
        return [
          {
            id: 'search-all',
            label: t('palette.searchAll', { text: searchText }),
            icon: <IconSearch size={16} />,
            to: addressOf('/crm/search', [], { q: searchText }),
          },
        ]
      },
    }),
    [t, open],
  )
}
