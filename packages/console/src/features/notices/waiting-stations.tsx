import { stationList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { Row } from '../../ui/page/page.tsx'
import { waitingFilter } from './attention.ts'

const maxRows = 20

/** Lists the stations that wait for approval, each a link to where it is given. */
export function WaitingStations() {
  const query = {
    filter: waitingFilter,
    fields: ['id', 'identity'],
    reclimit: maxRows,
    orderby: ['identity'],
  }
  const { data } = useEndpoint(stationList, query, { hints: ['station.changed'], keepPrevious: true })
  return (
    <Row gap={3}>
      {data?.map(({ id, identity }) => (
        <Link key={id} className="mono" to={addressOf('/crm/station', [id])}>
          {identity}
        </Link>
      ))}
    </Row>
  )
}
