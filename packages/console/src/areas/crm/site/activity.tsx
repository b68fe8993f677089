import type { Site } from '../../../features/sites/site-columns.tsx'
import { useAddress } from '../../../lib/address.ts'
import { activityParameters } from '../activity/activity-place.ts'
import css from '../station/station.module.css'
import { ActivityExport, ActivityPanel, TailButton, useActivityView } from '../activity/activity-view.tsx'

/** Shows the activity of the stations of the site. */
export function SiteActivity({ site }: { site: Site }) {
  const [at, go] = useAddress(activityParameters)
  const view = useActivityView({ at, go }, { siteid: site.id })
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
