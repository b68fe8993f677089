import type { ReportGroup, ReportPeriod, ReportRow } from '@stationmaster/contract'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { periodName } from './report-days.ts'

/** Returns a function for the name of a row: its period or object. */
export function useRowName(by: ReportGroup, period: ReportPeriod): (row: ReportRow) => string {
  const t = useTexts('reports')
  const { tag } = useFormat()
  return ({ name, period: first }) =>
    by === 'period' ? periodName(first ?? '', period, tag) : (name ?? t(`none.${by}`))
}
