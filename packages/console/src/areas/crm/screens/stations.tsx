import {
  commandSend,
  stationCount,
  stationList,
  stationSet,
  stationStatesCount,
} from '@stationmaster/contract'
import { IconLayoutGrid, IconMap2, IconPlus, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import {
  registrationFilters,
  registrationOf,
  registrationTerms,
} from '../../../features/stations/registration.ts'
import { type Station, stationColumns } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, many, oneOf, useAddress } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { endpointQuery } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { StateBar } from '../../../ui/state/state-bar.tsx'
import { displayStates } from '../../../ui/state/state-names.ts'
import { useStateLabel } from '../../../ui/state/use-state-label.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import {
  CsvButton,
  FilterField,
  ListMenus,
  ListToolbar,
  ViewSwitch,
} from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useSelection } from '../../../ui/table/selection.ts'
import { useColumns } from '../../../ui/table/use-columns.ts'

const StationTiles = lazy(async () => ({
  default: (await import('../../../features/stations/station-tiles.tsx')).StationTiles,
}))
const StationsOnMap = lazy(() => import('../stations-on-map.tsx'))
const CommandMany = lazy(async () => ({
  default: (await import('../../../features/stations/command-many.tsx')).CommandMany,
}))
const AddStation = lazy(async () => ({
  default: (await import('../../../features/stations/add-station.tsx')).AddStation,
}))
const firstStation = () => import('../../../features/stations/first-station.tsx')
const NoStations = lazy(async () => ({ default: (await firstStation()).NoStations }))
const AttemptsLink = lazy(async () => ({ default: (await firstStation()).AttemptsLink }))
const RegistrationSwitch = lazy(async () => ({
  default: (await import('../../../features/stations/registration-filter.tsx')).RegistrationSwitch,
}))
const ApproveStations = lazy(async () => ({
  default: (await import('../../../features/stations/approve-stations.tsx')).ApproveStations,
}))

const views = ['table', 'tiles', 'map'] as const
const where = {
  ...listParameters,
  view: oneOf(views),
  state: many(displayStates),
  registration: oneOf(registrationFilters),
  add: flag(),
}
const hints = ['station.changed', 'connector.changed', 'transaction.started', 'transaction.stopped'] as const
const rowId = (station: Station) => station.id
const rowName = (station: Station) => station.identity

export default function Stations() {
  const t = useTexts('stations')
  const tShell = useTexts()
  const may = useMay()
  const mayAdd = may(stationSet, { id: null })
  const [at, go] = useAddress(where)
  const name = useStationName()
  const href = useCallback((station: Station) => addressOf('/crm/station', [name(station)]), [name])
  const search = useMemo(
    () => [
      ...textSearch(at.q, ['identity', 'label', 'vendorname', 'modelname', 'serialnumber', 'address']),
      ...(at.registration === 'all' ? [] : registrationTerms[at.registration]),
    ],
    [at.q, at.registration],
  )
  // Deleted stations have no display state.
  const isDeleted = at.registration === 'deleted'
  const shownStates = isDeleted ? [] : at.state
  const stations = useList({
    list: stationList,
    count: stationCount,
    at,
    filter: shownStates.length > 0 ? { displaystate: shownStates } : {},
    search,
    order: ['identity'],
    hints,
  })
  const states = useQuery({
    ...endpointQuery(stationStatesCount, search.length > 0 ? { search } : {}, { hints, keepPrevious: true }),
    enabled: !isDeleted,
  })
  const counts = useMemo(
    () => (states.data ? Object.fromEntries(states.data.map((row) => [row.displaystate, row.count])) : null),
    [states.data],
  )
  const [columns, chooseColumns] = useColumns('stations', at.cols, (cols) => go({ cols }))
  const [mapless, setMapless] = useState(false)
  const word = useStateLabel()
  const view = at.view === 'map' && mapless ? 'tiles' : at.view
  const selection = useSelection(JSON.stringify([at.q, at.state, at.registration]))
  const filters = [
    ...(at.q ? [at.q] : []),
    ...shownStates.map(word),
    ...(at.registration === 'all' ? [] : [t(`registration.filters.${at.registration}`)]),
  ]
  const icons = {
    table: <IconTable size={16} />,
    tiles: <IconLayoutGrid size={16} />,
    map: <IconMap2 size={16} />,
  }
  const words = {
    table: tShell('ui.table.viewTable'),
    tiles: tShell('ui.table.viewTiles'),
    map: tShell('ui.table.viewMap'),
  }
  const picked = stations.rows.filter((station) => selection.ids.has(station.id))
  const waiting = picked.filter(
    (station) => registrationOf(station) === 'waiting' && may(stationSet, { id: station.id }),
  )
  return (
    <Page fill>
      <PageHead
        title={t('title')}
        facts={stations.total !== null && t('count', { count: stations.total })}
        actions={
          <>
            <Suspense>
              <AttemptsLink />
            </Suspense>
            {mayAdd && (
              <Button
                kind="primary"
                icon={<IconPlus size={16} />}
                onClick={() => go({ add: true }, { push: true })}
              >
                {t('add')}
              </Button>
            )}
          </>
        }
      />
      {!isDeleted && (
        <StateBar counts={counts} chosen={at.state} onChoose={(state) => go({ state, page: 1 })} />
      )}
      <ListPanel
        list={stations}
        paging={pagingOf(at, go, stations.total)}
        filters={filters}
        onClear={() => go({ q: '', state: [], registration: 'all', page: 1 })}
        selection={at.view === 'table' ? selection : undefined}
        bare={view === 'map' && stations.total !== 0}
        actions={
          <>
            <Suspense
              fallback={
                <Button small disabled>
                  {t('sendCommand')}
                </Button>
              }
            >
              {may(commandSend) && (
                <CommandMany selection={selection} matching={stations.matching} total={stations.total} />
              )}
            </Suspense>
            <Suspense>
              {waiting.length > 0 && <ApproveStations stations={waiting} onDone={selection.clear} />}
            </Suspense>
          </>
        }
        toolbar={
          <ListToolbar
            filter={
              <FilterField value={at.q} placeholder={t('filter')} onChange={(q) => go({ q, page: 1 })} />
            }
            chips={
              <Suspense>
                <RegistrationSwitch
                  value={at.registration}
                  onChange={(registration) => go({ registration, page: 1 })}
                />
              </Suspense>
            }
            end={
              <>
                <ListMenus
                  list="stations"
                  table={at.view === 'table'}
                  columns={stationColumns}
                  chosen={columns}
                  onChange={chooseColumns}
                />
                <CsvButton csv={stations.csv} name="stations" />
                <ViewSwitch
                  view={at.view}
                  onChange={(view) => go({ view })}
                  views={views.map((id) => ({ id, label: words[id], icon: icons[id] }))}
                />
              </>
            }
          />
        }
        empty={
          <Suspense>
            <NoStations onAdd={mayAdd ? () => go({ add: true }) : undefined} />
          </Suspense>
        }
      >
        {view === 'map' ? (
          <Suspense fallback={<Loading rows={8} />}>
            <StationsOnMap
              states={shownStates}
              search={search}
              total={stations.total}
              onUnavailable={() => setMapless(true)}
            />
          </Suspense>
        ) : view === 'tiles' ? (
          <Suspense fallback={<Loading rows={8} />}>
            <StationTiles label={t('title')} mapless={mapless} stations={stations.rows} href={href} />
          </Suspense>
        ) : (
          <DataTable
            label={t('title')}
            columns={stationColumns}
            chosen={columns}
            rows={stations.rows}
            rowId={rowId}
            rowName={rowName}
            rowState={(station) => station.displaystate}
            href={href}
            selection={selection}
            sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
          />
        )}
      </ListPanel>
      <Suspense>{at.add && mayAdd && <AddStation onClose={() => go({ add: false })} />}</Suspense>
    </Page>
  )
}
