import { useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { activityParameters } from '../activity/activity-place.ts'
import { ActivityExport, ActivityPanel, TailButton, useActivityView } from '../activity/activity-view.tsx'
import { totalOf } from '../activity/use-activity.ts'

/** Events of all stations. */
export default function Activity() {
  const t = useTexts('activity')
  const format = useFormat()
  const [at, go] = useAddress(activityParameters)
  const view = useActivityView({ at, go }, {})
  const { histogram } = view
  return (
    <Page fill>
      <PageHead
        title={t('title')}
        facts={
          <>
            <span>{t('allStations')}</span>
            {histogram.isKnown && <span>{t('count', { count: totalOf(histogram.all) })}</span>}
            <span>{t('zone', { zone: format.zone })}</span>
          </>
        }
        actions={
          <>
            <TailButton tail={view.tail} />
            <ActivityExport view={view} />
          </>
        }
      />
      <ActivityPanel view={view} zone={false} />
    </Page>
  )
}
