import {
  type AnswerOf,
  reportGroups,
  reportList,
  reportPeriods,
  type ReportRow,
  reportSum,
} from '@stationmaster/contract'
import { IconChartBar } from '@tabler/icons-react'
import { oneOf, useAddress } from '../../../lib/address.ts'
import { callFile } from '../../../lib/call.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { rangeParameters, resolveRange } from '../../../lib/time-range.ts'
import { Empty, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { Figure, Figures } from '../../../ui/page/figures.tsx'
import { Card, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { ExportMenu } from '../../../ui/table/export-menu.tsx'
import { RangePicker } from '../../../ui/time/range-picker.tsx'
import { ReportChart } from './report-chart.tsx'
import { reportColumns } from './report-columns.tsx'
import { daysOf } from './report-days.ts'
import { ReportTabs } from './report-tabs.tsx'
import { ReportTable } from './report-table.tsx'
import css from './report.module.css'

const where = {
  ...rangeParameters('thisMonth'),
  by: oneOf(reportGroups),
  period: oneOf(reportPeriods),
}
const presets = ['yesterday', 'week', 'month', 'thisMonth', 'any'] as const
const hints = ['charge.changed'] as const
/** Rows of the page; files have all. */
const most = 1_000

/** Energy, revenue and commission of booked charges in a period. */
export default function ReportPage() {
  const t = useTexts('reports')
  const [at, go] = useAddress(where)
  const now = useNow()
  const { by, period } = at
  const days = daysOf(resolveRange(at, now), now)
  const list = useEndpoint(reportList, { ...days, by, period, reclimit: most }, { hints, keepPrevious: true })
  const sums = useEndpoint(reportSum, days, { hints, keepPrevious: true })
  const shown = { rows: list.data ?? [], sums: sums.data ?? [], by, period }
  return (
    <Page>
      <PageHead
        title={t('title')}
        facts={<span>{t('basis')}</span>}
        actions={
          <>
            <RangePicker at={at} onChange={(range) => go(range)} presets={presets} zone={false} />
            <ExportMenu<ReportRow>
              name={`report-${days.from}-${days.to}`}
              columns={reportColumns(by)}
              total={list.data?.length ?? null}
              file={(file) => callFile(reportList, { ...days, by, period }, file)}
            />
          </>
        }
      />
      <ReportTabs active="report" />
      <Stack>
        {sums.data?.map((sum) => (
          <Totals key={sum.currency} sum={sum} />
        ))}
        <Card pad={false}>
          <div className={css.tools}>
            <SegmentedControl
              aria-label={t('by')}
              value={by}
              onChange={(value) => go({ by: where.by.read(value) })}
              data={reportGroups.map((value) => ({ value, label: t(`groups.${value}`) }))}
            />
            {by === 'period' && (
              <SegmentedControl
                aria-label={t('period')}
                value={period}
                onChange={(value) => go({ period: where.period.read(value) })}
                data={reportPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
              />
            )}
          </div>
          {!list.data || !sums.data ? (
            <Unloaded query={list.data ? sums : list} rows={5} />
          ) : list.data.length === 0 ? (
            <Empty icon={<IconChartBar size={28} stroke={1.5} />} title={t('empty')} lead={t('emptyLead')} />
          ) : (
            <>
              <ReportChart {...shown} />
              <ReportTable {...shown} />
            </>
          )}
        </Card>
        <p className="muted">
          {t('basisLong')} {sums.data?.some(({ demo }) => demo) && t('demo')}
        </p>
      </Stack>
    </Page>
  )
}

function Totals({ sum }: { sum: AnswerOf<typeof reportSum>[number] }) {
  const t = useTexts('reports')
  const format = useFormat()
  const { currency } = sum
  return (
    <Figures>
      <Figure label={t('columns.gross')} value={format.money(sum.gross, currency)} />
      <Figure label={t('columns.net')} value={format.money(sum.net, currency)} />
      <Figure label={t('columns.tax')} value={format.money(sum.tax, currency)} />
      {sum.commission !== null && (
        <Figure label={t('columns.commission')} value={format.money(sum.commission, currency)} />
      )}
      <Figure label={t('columns.energy')} value={format.energyQuantity(sum.energy)} />
      <Figure label={t('columns.sessions')} value={format.number(sum.sessions)} />
    </Figures>
  )
}
