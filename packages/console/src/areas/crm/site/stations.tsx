import { stationSet } from '@stationmaster/contract'
import { IconBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Site } from '../../../features/sites/site-columns.tsx'
import { stationColumns } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useStationName } from '../../../lib/station-name.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { AssignStations } from './assign-stations.tsx'
import { useStationsOf } from './use-stations-of.ts'

const shownColumns = new Set(['station', 'state', 'problem', 'connectors', 'power'])
// as narrow as their content: the tab has two thirds of the page
const columns = stationColumns
  .filter(({ id }) => shownColumns.has(id))
  .map(({ sort: _sort, min: _min, ...one }) => one)

/** The stations at the site, the worst first. */
export function SiteStations({ site }: { site: Site }) {
  const t = useTexts('sites')
  const name = useStationName()
  const mayAssign = useMay()(stationSet) && site.statecode !== 'deleted'
  const [isAssigning, setAssigning] = useState(false)
  const found = useStationsOf(site.id)
  const rows = found.data ?? []
  return (
    <Stack>
      <PartTable
        query={found}
        label={t('tabs.stations')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ identity }) => identity}
        rowState={({ displaystate }) => displaystate}
        href={(station) => addressOf('/crm/station', [name(station)])}
        empty={
          <Empty
            icon={<IconBolt size={28} stroke={1.5} />}
            title={t('noStations')}
            lead={mayAssign && t('noStationsLead')}
            action={mayAssign && <Button onClick={() => setAssigning(true)}>{t('assign.title')}</Button>}
          />
        }
      />
      {rows.length > 0 && (
        <Link to={addressOf('/crm/stations', [], { site: site.id })}>{t('inStationList')}</Link>
      )}
      {isAssigning && <AssignStations site={site} onClose={() => setAssigning(false)} />}
    </Stack>
  )
}
