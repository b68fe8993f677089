import { commandSend, stationCount, stationList } from '@stationmaster/contract'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useCallback } from 'react'
import { toolColumns } from '../tool-columns.tsx'
import { CommandMany } from '../../../features/stations/command-many.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const where = { ...listParameters, shown: oneOf(['online', 'all']) }

/** Stations as the protocol sees them; a click opens the commands for one, a selection those for many. */
export default function OcppStations() {
  const t = useTexts('ocpp')
  const may = useMay()
  const [at, go] = useAddress(where)
  const name = useStationName()
  const href = useCallback((station: Station) => addressOf('/ocpp/command', [name(station)]), [name])
  const stations = usePagedList({
    name: 'ocpp-stations',
    list: stationList,
    count: stationCount,
    columns: toolColumns,
    where,
    at,
    go,
    fields: ['identity', 'label', 'vendorname', 'modelname', 'remoteaddress'],
    filter: at.shown === 'online' ? { connected: true } : {},
    order: ['identity'],
    hints: ['station.changed'],
  })
  return (
    <ListScreen
      list={stations}
      title={t('stations.title')}
      placeholder={t('stations.filter')}
      filters={[
        segmentFilter(stations, 'shown', {
          label: t('stations.shown'),
          word: (shown) => t(`stations.${shown}`),
          none: [at.shown],
        }),
      ]}
      bulk={may(commandSend) && <CommandMany list={stations} />}
      empty={
        <Empty
          icon={<IconPlugConnectedX size={28} stroke={1.5} />}
          title={t('stations.empty')}
          lead={t('stations.emptyLead')}
        />
      }
      rowName={(station) => station.identity}
      rowState={(station) => station.displaystate}
      href={href}
    />
  )
}
