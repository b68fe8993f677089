import { useAddress } from '../../../lib/address.ts'
import css from '../station/station.module.css'
import { activityParameters, type Within } from './activity-place.ts'
import { ActivityExport, ActivityPanel, TailButton, useActivityView } from './activity-view.tsx'

/** Events of a station, or of the stations of a site, as a part of its page. */
export function ActivityTab({ within }: { within: Within }) {
  const [at, go] = useAddress(activityParameters)
  const view = useActivityView({ at, go }, within)
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
