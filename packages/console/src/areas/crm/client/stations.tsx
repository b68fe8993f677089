import { stationCount, stationList, stationSet } from '@stationmaster/contract'
import { IconBolt, IconLink } from '@tabler/icons-react'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { type Station, stationColumns } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import css from '../station/station.module.css'
import { AssignStation } from './assign-station.tsx'

const where = { ...listParameters, add: flag() }

/** The stations of the client. */
export function ClientStations({ client }: { client: Client }) {
  const t = useTexts('clients')
  const tStations = useTexts('stations')
  const mayAssign = useMay()(stationSet) && client.statecode !== 'deleted'
  const name = useStationName()
  const [at, go] = useAddress(where)
  const stations = usePagedList({
    name: 'client-stations',
    list: stationList,
    count: stationCount,
    columns: stationColumns,
    where,
    at,
    go,
    fields: ['identity', 'label', 'vendorname', 'modelname', 'serialnumber', 'address'],
    filter: { client: client.id },
    order: ['identity'],
    hints: ['station.changed', 'connector.changed', 'transaction.started', 'transaction.stopped'],
  })
  const assign = (): void => go({ add: true }, { push: true })
  return (
    <div className={`${css.flush} ${css.list}`}>
      <ListFrame
        list={stations}
        label={t('tabs.stations')}
        file={`stations-${client.code}`}
        placeholder={tStations('filter')}
        tools={
          mayAssign && (
            <Button icon={<IconLink size={16} />} onClick={assign}>
              {t('stations.assign')}
            </Button>
          )
        }
        empty={
          <Empty
            icon={<IconBolt size={28} stroke={1.5} />}
            title={t('stations.empty')}
            lead={mayAssign && t('stations.emptyLead')}
            action={mayAssign && <Button onClick={assign}>{t('stations.assign')}</Button>}
          />
        }
        rowName={(station: Station) => station.identity}
        rowState={(station: Station) => station.displaystate}
        href={(station: Station) => addressOf('/crm/station', [name(station)])}
      />
      {at.add && mayAssign && <AssignStation client={client} onClose={() => go({ add: false })} />}
    </div>
  )
}
