import { commandSend, stationCount, stationList } from '@stationmaster/contract'
import { IconPlugConnectedX, IconSend } from '@tabler/icons-react'
import { useCallback } from 'react'
import { type Station, toolColumns } from '../../../features/commands/tool-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useSelection } from '../../../ui/table/selection.ts'
import { useColumns } from '../../../ui/table/use-columns.ts'

const where = { ...listParameters, shown: oneOf(['online', 'all']) }
const rowId = (station: Station) => station.id
const rowName = (station: Station) => station.identity

/** Stations as the protocol sees them; a click opens the commands for one, a selection those for many. */
export default function OcppStations() {
  const t = useTexts('ocpp')
  const may = useMay()
  const [at, go] = useAddress(where)
  const name = useStationName()
  const href = useCallback((station: Station) => addressOf('/ocpp/command', [name(station)]), [name])
  const [columns, chooseColumns] = useColumns('ocpp-stations', at.cols, (cols) => go({ cols }))
  const stations = useList({
    list: stationList,
    count: stationCount,
    at,
    filter: at.shown === 'online' ? { connected: true } : {},
    search: textSearch(at.q, ['identity', 'label', 'vendorname', 'modelname', 'remoteaddress']),
    order: ['identity'],
    hints: ['station.changed'],
  })
  const selection = useSelection(JSON.stringify([at.q, at.shown]))
  const chosen = stations.rows.filter((station) => selection.ids.has(station.id)).map(name)
  return (
    <Page fill>
      <PageHead title={t('stations.title')} />
      <ListPanel
        list={stations}
        paging={pagingOf(at, go, stations.total)}
        filters={at.q ? [at.q] : []}
        onClear={() => go({ q: '', page: 1 })}
        selection={selection}
        actions={
          may(commandSend) && (
            <LinkButton
              small
              icon={<IconSend size={14} />}
              to={addressOf('/ocpp/command', [], { stations: chosen.join(',') })}
            >
              {t('send')}
            </LinkButton>
          )
        }
        toolbar={
          <ListToolbar
            filter={
              <FilterField
                value={at.q}
                placeholder={t('stations.filter')}
                onChange={(q) => go({ q, page: 1 })}
              />
            }
            chips={
              <SegmentedControl
                aria-label={t('stations.shown')}
                value={at.shown}
                onChange={(shown) => go({ shown: where.shown.read(shown), page: 1 })}
                data={(['online', 'all'] as const).map((value) => ({ value, label: t(`stations.${value}`) }))}
              />
            }
            end={
              <>
                <ListMenus
                  list="ocpp-stations"
                  columns={toolColumns}
                  chosen={columns}
                  onChange={chooseColumns}
                />
                <CsvButton csv={stations.csv} name="ocpp-stations" />
              </>
            }
          />
        }
        empty={
          <Empty
            icon={<IconPlugConnectedX size={28} stroke={1.5} />}
            title={t('stations.empty')}
            lead={t('stations.emptyLead')}
          />
        }
      >
        <DataTable
          label={t('stations.title')}
          columns={toolColumns}
          chosen={columns}
          rows={stations.rows}
          rowId={rowId}
          rowName={rowName}
          rowState={(station) => station.displaystate}
          href={href}
          selection={selection}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
    </Page>
  )
}
