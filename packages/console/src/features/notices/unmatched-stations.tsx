import { unmatchedList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { Row } from '../../ui/page/page.tsx'
import { openFilter } from './attention.ts'

const maxRows = 100

/** Lists the stations with unmatched messages, each linked to the page where they are resolved. */
export function UnmatchedStations() {
  const query = { search: openFilter, fields: ['id', 'stationid', 'identity'], reclimit: maxRows }
  const { data = [] } = useEndpoint(unmatchedList, query, {
    hints: ['unmatched.changed'],
    keepPrevious: true,
  })
  const stations = new Map(data.map(({ stationid, identity }) => [stationid, identity]))
  return (
    <Row gap={3}>
      {[...stations].map(([id, identity]) => (
        <Link key={id} className="mono" to={addressOf('/crm/station', [id, 'details'])}>
          {identity}
        </Link>
      ))}
    </Row>
  )
}
