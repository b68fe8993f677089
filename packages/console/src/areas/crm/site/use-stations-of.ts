import { stationList } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'

/** Maximum number of stations on the page of a site; the list of stations has all. */
const mostStations = 500

/** Returns the stations of a site, those with problems first. */
export const useStationsOf = (site: string) =>
  useEndpoint(
    stationList,
    { filter: { site }, orderby: ['urgency', 'identity'], reclimit: mostStations },
    { hints: ['station.changed', 'connector.changed', 'transaction.started', 'transaction.stopped'] },
  )
