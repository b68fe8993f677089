import type { Site } from '../../../features/sites/site-columns.tsx'
import { ActivityTab } from '../activity/activity-tab.tsx'

/** Events of the stations of the site. */
export const SiteActivity = ({ site }: { site: Site }) => <ActivityTab within={{ siteid: site.id }} />
