import type { Station } from '../../../features/stations/station-columns.tsx'
import { useAddress } from '../../../lib/address.ts'
import { activityParameters } from '../activity/activity-place.ts'
import { ActivityExport, ActivityPanel, TailButton, useActivityView } from '../activity/activity-view.tsx'
import css from './station.module.css'

/** Events of the station. */
export function StationActivity({ station }: { station: Station }) {
  const [at, go] = useAddress(activityParameters)
  const view = useActivityView({ at, go }, { stationid: station.id })
  return (
    <div className={css.flush}>
      <ActivityPanel
        view={view}
        end={
          <>
            <ActivityExport view={view} />
            <TailButton tail={view.tail} />
          </>
        }
        zone
      />
    </div>
  )
}
