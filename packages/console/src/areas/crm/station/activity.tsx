import type { Station } from '../../../features/stations/station-columns.tsx'
import { ActivityTab } from '../activity/activity-tab.tsx'

/** Events of the station. */
export const StationActivity = ({ station }: { station: Station }) => (
  <ActivityTab within={{ stationid: station.id }} />
)
