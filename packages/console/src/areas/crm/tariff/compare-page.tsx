import { tariffGet } from '@stationmaster/contract'
import { IconPencil, IconScale } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { lastMonthParameter, monthName } from '../../../lib/month.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { Empty, Failure } from '../../../ui/feedback/feedback.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Card, Page, PageHead, Row, Stack, useHeadingFocus } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { MonthPicker } from '../../../ui/time/month-picker.tsx'
import { AffectedSessions } from './affected-sessions.tsx'
import type { Comparison } from './comparison.ts'
import { ComparisonCharts } from './comparison-charts.tsx'
import { ComparisonFigures } from './comparison-figures.tsx'
import { type Progress, useComparison } from './use-comparison.ts'
import css from './comparison.module.css'

const where = { month: lastMonthParameter }
const hints = ['tariff.changed', 'rights.changed'] as const
const reasons = ['not_priced', 'needs_review', 'no_client', 'other_currency'] as const

/** The draft of a tariff, applied to the sessions of a month: `/crm/tariff/{id}/compare`. */
export default function ComparePage({ id }: { id: string }) {
  const t = useTexts('tariff-comparison')
  const tariffs = useTexts('tariffs')
  const format = useFormat()
  const [{ month }, go] = useAddress(where)
  const [stoppedMonth, setStopped] = useState<string | null>(null)
  const isStopped = stoppedMonth === month
  const tariff = useEndpoint(tariffGet, { id }, { hints })
  const hasDraft = tariff.data !== undefined && tariff.data.draftnumber !== null
  const { query, progress } = useComparison({
    id,
    month,
    timezone: format.zone,
    isStopped: isStopped || !hasDraft,
  })
  const page = addressOf('/crm/tariff', [id])
  const crumbs = [
    { label: tariffs('title'), to: addressOf('/crm/tariff') },
    ...(tariff.data ? [{ label: tariff.data.label, to: page }] : []),
  ]
  useHeadingFocus(id)
  const found = isStopped ? undefined : query.data
  return (
    <Page>
      <PageHead
        title={t('title')}
        crumbs={crumbs}
        badge={<ToneChip tone="calm">{t('nothingBooked')}</ToneChip>}
        facts={<Facts comparison={found} month={month} />}
        actions={
          <>
            <MonthPicker month={month} onChange={(next) => go({ month: next })} />
            <LinkButton icon={<IconPencil size={16} />} to={page}>
              {t('editDraft')}
            </LinkButton>
          </>
        }
      />
      {!tariff.data ? (
        <ObjectNotFound
          query={tariff}
          title={tariffs('notFound')}
          lead={tariffs('notFoundLead')}
          to={addressOf('/crm/tariff')}
          link={tariffs('toTariffs')}
        />
      ) : !hasDraft ? (
        <Card>
          <Empty title={t('noDraft')} action={<LinkButton to={page}>{t('toTariff')}</LinkButton>} />
        </Card>
      ) : isStopped ? (
        <Card>
          <Empty
            title={t('stopped')}
            action={<Button onClick={() => setStopped(null)}>{t('again')}</Button>}
          />
        </Card>
      ) : query.error ? (
        <Card>
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : found ? (
        <Shown comparison={found} month={month} />
      ) : (
        <Running progress={progress} onStop={() => setStopped(month)} />
      )}
    </Page>
  )
}

function Facts({ comparison, month }: { comparison: Comparison | undefined; month: string }) {
  const t = useTexts('tariff-comparison')
  const tariffs = useTexts('tariffs')
  const { language } = useFormat()
  if (!comparison) return <span>{monthName(month, language)}</span>
  const { number, sum, leftout } = comparison
  return (
    <>
      <span>{t('against', { version: tariffs('version', { number }) })}</span>
      <span>{monthName(month, language)}</span>
      <span>{t('sessions', { count: sum.sessions })}</span>
      {reasons
        .filter((reason) => leftout[reason] > 0)
        .map((reason) => (
          <span key={reason}>{t(`leftout.${reason}`, { count: leftout[reason] })}</span>
        ))}
    </>
  )
}

function Running({ progress, onStop }: { progress: Progress | null; onStop: () => void }) {
  const t = useTexts('tariff-comparison')
  return (
    <Card>
      <Row>
        <progress
          className={css.progress}
          aria-label={t('comparing')}
          max={progress?.total || 1}
          value={progress?.read ?? 0}
        />
        <output>
          {progress ? t('progress', { read: progress.read, total: progress.total }) : t('comparing')}
        </output>
        <Button small onClick={onStop}>
          {t('stop')}
        </Button>
      </Row>
    </Card>
  )
}

function Shown({ comparison, month }: { comparison: Comparison; month: string }) {
  const t = useTexts('tariff-comparison')
  if (comparison.sum.sessions === 0)
    return (
      <Card>
        <Empty icon={<IconScale size={28} stroke={1.5} />} title={t('empty')} lead={t('emptyLead')} />
      </Card>
    )
  return (
    <Stack>
      <ComparisonFigures comparison={comparison} />
      <ComparisonCharts comparison={comparison} month={month} />
      <AffectedSessions comparison={comparison} />
      <p className="muted">{t('basis')}</p>
    </Stack>
  )
}
