import {
  commandSend,
  stationCount,
  stationImportRun,
  stationList,
  stationSet,
  stationStatesCount,
  localListStates,
} from '@stationmaster/contract'
import { IconLayoutGrid, IconMap2, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { clientFilter } from '../../../features/clients/client-filter.tsx'
import { equals, placeFilter, placeTerms } from '../../../features/stations/place-filter.tsx'
import {
  registrationFilters,
  registrationOf,
  registrationTerms,
} from '../../../features/stations/registration.ts'
import { grouping } from '../../../features/stations/station-grouping.ts'
import { groupOrders, GroupingMenu, useStationGroups } from '../../../features/stations/station-groups.tsx'
import { type Station, stationColumns } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, many, oneOf, text, useAddress } from '../../../lib/address.ts'
import { textSearch } from '../../../lib/list.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { loadTexts, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { lateImport } from '../../../ui/import/late-import.tsx'
import { StateBar } from '../../../ui/state/state-bar.tsx'
import { useStateLabel } from '../../../ui/state/use-state-label.ts'
import { ViewSwitch } from '../../../ui/table/list-toolbar.tsx'
import { Late } from '../../../ui/table/late.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { tagFilter } from '../../../ui/table/tag-filter.tsx'
import { type PagedList, usePagedList } from '../../../ui/table/use-paged-list.ts'
import type { StationDialog } from '../station/station-menu.tsx'

const StationTiles = lazy(async () => ({
  default: (await import('../../../features/stations/station-tiles.tsx')).StationTiles,
}))
const StationsOnMap = lazy(() => import('../stations-on-map.tsx'))
const CommandMany = lazy(async () => ({
  default: (await import('../../../features/stations/command-many.tsx')).CommandMany,
}))
const BulkMenu = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../features/bulk/bulk-menu.tsx'),
    loadTexts('maintenance'),
  ])
  return { default: module.BulkMenu }
})
const AddStation = lazy(async () => ({
  default: (await import('../../../features/stations/add-station.tsx')).AddStation,
}))
const firstStation = () => import('../../../features/stations/first-station.tsx')
const NoStations = lazy(async () => ({ default: (await firstStation()).NoStations }))
const AttemptsLink = lazy(async () => ({ default: (await firstStation()).AttemptsLink }))
const RegistrationSelect = lazy(async () => ({
  default: (await import('../../../features/stations/registration-filter.tsx')).RegistrationSelect,
}))
const LocalListFilter = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../features/stations/local-list-filter.tsx'),
    loadTexts('local-lists'),
  ])
  return { default: module.LocalListFilter }
})
const menu = async () => {
  const [module] = await Promise.all([import('../station/station-menu.tsx'), loadTexts('station', 'errors')])
  return module
}
const StationMenu = lazy(async () => ({ default: (await menu()).StationMenu }))
const StationDialogs = lazy(async () => ({ default: (await menu()).StationDialogs }))

const Import = lateImport(
  async () => (await import('../../../features/stations/station-import.tsx')).stationImport,
)

const views = ['table', 'tiles', 'map'] as const
const where = {
  ...listParameters,
  view: oneOf(views),
  state: many(),
  registration: oneOf(registrationFilters),
  site: text(),
  network: text(),
  client: text(),
  tag: text(),
  lists: oneOf(['', ...localListStates]),
  group: grouping,
  add: flag(),
}
const hints = [
  'station.changed',
  'connector.changed',
  'transaction.started',
  'transaction.stopped',
  'rights.changed',
] as const

const noStates: readonly string[] = []

export default function Stations() {
  const t = useTexts('stations')
  // loaded with the filter
  const ofLists = useTexts('local-lists')
  const may = useMay()
  const mayAdd = may(stationSet, { id: null })
  const [at, go] = useAddress(where)
  const name = useStationName()
  const href = useCallback((station: Station) => addressOf('/crm/station', [name(station)]), [name])
  const search = useMemo(
    () => [
      ...textSearch(at.q, ['identity', 'label', 'vendorname', 'modelname', 'serialnumber', 'address']),
      ...(at.registration === 'all' ? [] : registrationTerms[at.registration]),
      ...placeTerms({ site: at.site, network: at.network }),
      ...equals('client', at.client),
      ...equals('tags', at.tag),
      ...equals('locallist', at.lists),
    ],
    [at.q, at.registration, at.site, at.network, at.client, at.tag, at.lists],
  )
  // Deleted stations have no display state.
  const isDeleted = at.registration === 'deleted'
  const chosenStates = isDeleted ? noStates : at.state
  const stations = usePagedList({
    name: 'stations',
    list: stationList,
    count: stationCount,
    columns: stationColumns,
    where,
    at,
    go,
    filter: chosenStates.length > 0 ? { displaystate: [...chosenStates] } : {},
    search,
    order: ['urgency', 'identity'],
    groupOrder: at.view === 'table' ? groupOrders[at.group] : [],
    hints,
  })
  const states = useEndpoint(stationStatesCount, search.length > 0 ? { search } : {}, {
    hints,
    keepPrevious: true,
    enabled: !isDeleted,
  })
  const counts = useMemo(
    () => (states.data ? Object.fromEntries(states.data.map((row) => [row.displaystate, row.count])) : null),
    [states.data],
  )
  const groups = useStationGroups(at.group, stations)
  const [mapless, setMapless] = useState(false)
  const [opened, setOpened] = useState<{ station: Station; dialog: StationDialog } | null>(null)
  const word = useStateLabel()
  const view = at.view === 'map' && mapless ? 'tiles' : at.view
  const icons = {
    table: <IconTable size={16} />,
    tiles: <IconLayoutGrid size={16} />,
    map: <IconMap2 size={16} />,
  }
  const words = {
    table: t('ui.table.viewTable'),
    tiles: t('ui.table.viewTiles'),
    map: t('ui.table.viewMap'),
  }
  const waiting = stations.rows.filter(
    (station) =>
      stations.selection.ids.has(station.id) &&
      registrationOf(station) === 'waiting' &&
      may(stationSet, { id: station.id }),
  )
  return (
    <ListScreen
      list={stations}
      title={t('title')}
      count={(count) => t('count', { count })}
      actions={
        <Suspense>
          <AttemptsLink />
        </Suspense>
      }
      create={mayAdd && { label: t('add'), onCreate: () => go({ add: true }, { push: true }) }}
      above={
        !isDeleted && (
          <StateBar counts={counts} chosen={at.state} onChoose={(state) => go({ state, page: 1 })} />
        )
      }
      placeholder={t('filter')}
      filters={[
        { active: chosenStates.map(word), clear: { state: [] } },
        {
          inMenu: 'always',
          active: at.registration === 'all' ? [] : [t(`registration.filters.${at.registration}`)],
          clear: { registration: 'all' },
          control: (
            <Late key="registration">
              <RegistrationSelect
                value={at.registration}
                onChange={(registration) => go({ registration, page: 1 })}
              />
            </Late>
          ),
        },
        placeFilter(stations, t('columns.site')),
        clientFilter(stations, t('columns.client')),
        tagFilter(stations),
        {
          inMenu: 'always',
          active: at.lists === '' ? [] : [ofLists(`filters.${at.lists}`)],
          clear: { lists: '' },
          control: (
            <Late key="lists">
              <LocalListFilter value={at.lists} onChange={(lists) => go({ lists, page: 1 })} />
            </Late>
          ),
        },
      ]}
      groups={groups}
      controls={
        at.view === 'table' && <GroupingMenu value={at.group} onChange={(group) => go({ group, page: 1 })} />
      }
      bulk={at.view === 'table' ? <BulkActions list={stations} waiting={waiting} /> : undefined}
      importing={may(stationImportRun, {}) && Import}
      tools={
        <ViewSwitch
          view={at.view}
          onChange={(next) => go({ view: next })}
          views={views.map((id) => ({ id, label: words[id], icon: icons[id] }))}
        />
      }
      bare={view === 'map'}
      body={
        view === 'map' ? (
          <Suspense fallback={<Loading rows={8} />}>
            <StationsOnMap
              states={chosenStates}
              search={search}
              total={stations.total}
              onUnavailable={() => setMapless(true)}
            />
          </Suspense>
        ) : view === 'tiles' ? (
          <Suspense fallback={<Loading rows={8} />}>
            <StationTiles label={t('title')} mapless={mapless} stations={stations.rows} href={href} />
          </Suspense>
        ) : undefined
      }
      empty={
        <Suspense>
          <NoStations onAdd={mayAdd ? () => go({ add: true }) : undefined} />
        </Suspense>
      }
      rowName={(station) => station.identity}
      rowState={(station) => station.displaystate}
      href={href}
      renderMenu={(station) => (
        <Suspense>
          <StationMenu station={station} onOpen={(dialog) => setOpened({ station, dialog })} />
        </Suspense>
      )}
    >
      <Suspense>{opened && <StationDialogs {...opened} onClose={() => setOpened(null)} />}</Suspense>
      <Suspense>{at.add && mayAdd && <AddStation onClose={() => go({ add: false })} />}</Suspense>
    </ListScreen>
  )
}

/** What can be done with the selected stations: a command to all, approval of those that wait for it. */
function BulkActions({
  list,
  waiting,
}: {
  list: PagedList<Station, typeof where>
  waiting: readonly Station[]
}) {
  const t = useTexts('stations')
  const maySend = useMay()(commandSend)
  return (
    <>
      <Suspense
        fallback={
          <Button small disabled>
            {t('sendCommand')}
          </Button>
        }
      >
        {maySend && <CommandMany list={list} />}
      </Suspense>
      <Suspense>
        <BulkMenu list={list} classCode="charge_point" waiting={waiting.map(({ id }) => id)} />
      </Suspense>
    </>
  )
}
