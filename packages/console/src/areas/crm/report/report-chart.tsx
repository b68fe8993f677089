import type { AnswerOf, ReportGroup, ReportPeriod, ReportRow, reportSum } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { BarColumns } from '../../../ui/chart/bar-columns.tsx'
import { BarRows } from '../../../ui/chart/bar-rows.tsx'
import { useRowName } from './use-row-name.ts'
import css from './report.module.css'

export interface ShownReport {
  rows: readonly ReportRow[]
  sums: AnswerOf<typeof reportSum>
  by: ReportGroup
  period: ReportPeriod
}

/** Groups that the chart shows; all are in the table. */
const mostBars = 10
/** Periods that the chart shows: the last ones. */
const mostColumns = 62

/** Gross revenue of periods, or of the objects with the most, in the currency of the most revenue. */
export function ReportChart({ rows, sums, by, period }: ShownReport) {
  const t = useTexts('reports')
  const format = useFormat()
  const nameOf = useRowName(by, period)
  const currency = sums.toSorted((a, b) => Number(b.gross) - Number(a.gross))[0]?.currency
  const ofCurrency = rows.filter((row) => row.currency === currency)
  const bars = (by === 'period' ? ofCurrency.slice(-mostColumns) : ofCurrency.slice(0, mostBars)).map(
    (row) => ({
      id: row.id,
      label: nameOf(row),
      value: Number(row.gross),
      text: format.money(row.gross, row.currency),
    }),
  )
  const label = `${t('columns.gross')}, ${t(`groups.${by}`)}`
  return (
    <div className={css.chart}>
      <p className={css.chartTitle}>
        {t('columns.gross')}
        {sums.length > 1 && currency !== undefined && ` (${currency})`}
      </p>
      {by === 'period' ? <BarColumns label={label} bars={bars} /> : <BarRows label={label} bars={bars} />}
    </div>
  )
}
