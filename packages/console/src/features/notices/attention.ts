import { type BodyOf, incidentCount, stationCount } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useEndpoint } from '../../lib/query.ts'

/** Stations that were answered Pending and that no user has accepted or rejected yet. */
export const waitingFilter = { bootstatus: 'Pending', approval: 'policy' }

/** Open incidents that no user has acknowledged: their number is on the bell. */
const newIncidents = { filter: { status: 'open', acknowledged: null, parentid: null } }

/** Incidents that the list shows as open: their number is in the side bar. */
const openIncidents = { filter: { status: ['open', 'recovered'], parentid: null } }

/** Returns the number of incidents that a filter matches; 0 without the right. */
function useIncidentCount(body: BodyOf<typeof incidentCount>): number {
  const enabled = useMay()(incidentCount)
  const about = { hints: ['incident.changed'], keepPrevious: true, enabled } as const
  return useEndpoint(incidentCount, body, about).data?.count ?? 0
}

/** Returns the number of open incidents that no user has acknowledged; 0 without the right. */
export const useUnacknowledged = (): number => useIncidentCount(newIncidents)

/** Returns the number of open incidents, acknowledged or not; 0 without the right. */
export const useOpenIncidents = (): number => useIncidentCount(openIncidents)

/** Returns the number of stations that wait for approval. */
export const useWaiting = () =>
  useEndpoint(stationCount, { filter: waitingFilter }, { hints: ['station.changed'], keepPrevious: true })
