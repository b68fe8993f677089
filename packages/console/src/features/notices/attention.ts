import { incidentCount, stationCount } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useEndpoint } from '../../lib/query.ts'

/** Stations that were answered Pending and that no user has accepted or rejected yet. */
export const waitingFilter = { bootstatus: 'Pending', approval: 'policy' }

/** Open incidents that no user has acknowledged: their number is on the bell. */
const newIncidents = { filter: { status: 'open', acknowledged: null, parentid: null } }

/** Returns the number of open incidents that no user has acknowledged; 0 without the right. */
export function useUnacknowledged(): number {
  const enabled = useMay()(incidentCount)
  const about = { hints: ['incident.changed'], keepPrevious: true, enabled } as const
  return useEndpoint(incidentCount, newIncidents, about).data?.count ?? 0
}

/** Returns the number of stations that wait for approval. */
export const useWaiting = () =>
  useEndpoint(stationCount, { filter: waitingFilter }, { hints: ['station.changed'], keepPrevious: true })
