import { meterSeries } from '@stationmaster/contract'
import { useNow } from '../../lib/clock.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { LateChart } from '../../ui/chart/late-chart.tsx'
import { useChargingChart } from './use-charging-chart.ts'

interface TransactionChartProps {
  transaction: { transactionid: number; stationid: string; statecode: string }
  height?: number
  /** Start of a running transaction, from which the axis begins before there are readings. */
  start?: string
}

/** Milliseconds that the axis of a transaction shows in its first minutes. */
const firstSpanMs = 300_000

/**
 * Chart of power, energy and state of charge of a transaction; live readings extend it while the transaction
 * runs.
 */
export function TransactionChart({ transaction, height = 240, start }: TransactionChartProps) {
  const { transactionid, stationid, statecode } = transaction
  const t = useTexts('chart')
  const found = useEndpoint(
    meterSeries,
    { transactionid, points: 1000 },
    { hints: ['transaction.changed', 'transaction.stopped'], station: stationid },
  )
  const { series, curves } = useChargingChart(
    found.data,
    statecode === 'running' ? stationid : null,
    (reading) => (reading.transactionid === transactionid ? reading : null),
  )
  const since = start === undefined ? 0 : Date.parse(start)
  const isFirst = useNow() < since + firstSpanMs
  return (
    <LateChart
      query={found}
      label={t('transaction', { number: transactionid })}
      series={series}
      curves={curves}
      mostCurves={series.curves.length}
      height={height}
      {...(isFirst && { from: since, to: since + firstSpanMs })}
      empty={isFirst ? null : t(statecode === 'running' ? 'emptyRunning' : 'empty')}
    />
  )
}
