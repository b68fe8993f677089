import { NewestIncidents } from '../../../features/incidents/newest-incidents.tsx'
import { useWaiting } from '../../../features/notices/attention.ts'
import { OwnNotices } from '../../../features/notices/own-notices.tsx'
import { useOwnNotices } from '../../../features/notices/use-own-notices.ts'
import { WaitingStations } from '../../../features/notices/waiting-stations.tsx'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Notice as Line } from '../../../ui/feedback/notice.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'

/** Shows the newest incidents, stations that wait for approval, and the user's notices. */
export default function Notice() {
  const t = useTexts('notices')
  const waiting = useWaiting()
  const count = waiting.data?.count ?? 0
  return (
    <Page>
      <PageHead title={t('screens.notice')} />
      {waiting.error && !waiting.data && (
        <Failure error={waiting.error} onRetry={() => void waiting.refetch()} />
      )}
      {count > 0 && (
        <Line
          tone="warn"
          icon={<StateGlyph state="reserved" size={18} />}
          action={
            <LinkButton small to={addressOf('/crm/stations', [], { registration: 'waiting' })}>
              {t('attention.show')}
            </LinkButton>
          }
        >
          {t('attention.waiting', { count })}
          <WaitingStations />
        </Line>
      )}
      <NewestIncidents />
      <OwnNotices own={useOwnNotices()} />
    </Page>
  )
}
