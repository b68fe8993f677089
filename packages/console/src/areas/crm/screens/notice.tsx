import { IconBellCheck } from '@tabler/icons-react'
import { type AttentionKind, useAttention } from '../../../features/notices/attention.ts'
import { OwnNotices } from '../../../features/notices/own-notices.tsx'
import { useOwnNotices } from '../../../features/notices/use-own-notices.ts'
import { UnmatchedStations } from '../../../features/notices/unmatched-stations.tsx'
import { WaitingStations } from '../../../features/notices/waiting-stations.tsx'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty, Failure, Loading } from '../../../ui/feedback/feedback.tsx'
import { Notice as Line } from '../../../ui/feedback/notice.tsx'
import { Card, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'

/** Most urgent first, with the screen that shows each kind. */
const kinds: readonly {
  kind: AttentionKind
  tone: 'bad' | 'warn' | 'calm'
  state: string
  to: string | null
}[] = [
  {
    kind: 'faulted',
    tone: 'bad',
    state: 'faulted',
    to: addressOf('/crm/stations', [], { state: 'faulted' }),
  },
  {
    kind: 'waiting',
    tone: 'warn',
    state: 'reserved',
    to: addressOf('/crm/stations', [], { registration: 'waiting' }),
  },
  {
    kind: 'needsReview',
    tone: 'warn',
    state: 'suspended',
    to: addressOf('/crm/transactions', [], { state: 'needs_review' }),
  },
  { kind: 'unmatched', tone: 'warn', state: 'suspended', to: null },
  {
    kind: 'offline',
    tone: 'calm',
    state: 'offline',
    to: addressOf('/crm/stations', [], { state: 'offline' }),
  },
]

/**
 * Shows what needs attention now (faults, stations and sessions that wait for a decision) and the user's
 * notices.
 */
export default function Notice() {
  const t = useTexts('notices')
  const { attention, error, retry } = useAttention()
  const own = useOwnNotices()
  const isQuiet = own.data?.length === 0
  const shown = attention ? kinds.filter(({ kind }) => attention[kind] > 0) : []
  return (
    <Page>
      <PageHead title={t('screens.notice')} />
      {error && <Failure error={error} onRetry={retry} />}
      {!error && !attention && <Loading rows={3} />}
      {attention && shown.length === 0 && isQuiet && (
        <Card>
          <Empty
            icon={<IconBellCheck size={28} stroke={1.5} />}
            title={t('attention.empty')}
            lead={t('attention.emptyLead')}
          />
        </Card>
      )}
      <Stack gap={2}>
        {attention &&
          shown.map(({ kind, tone, state, to }) => (
            <Line
              key={kind}
              tone={tone}
              icon={<StateGlyph state={state} size={18} />}
              action={
                to && (
                  <LinkButton small to={to}>
                    {t('attention.show')}
                  </LinkButton>
                )
              }
            >
              {t(`attention.${kind}`, { count: attention[kind] })}
              {kind === 'waiting' && <WaitingStations />}
              {kind === 'unmatched' && <UnmatchedStations />}
            </Line>
          ))}
      </Stack>
      <OwnNotices own={own} />
    </Page>
  )
}
