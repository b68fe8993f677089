import { meterSeries } from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { LateChart } from '../../ui/chart/late-chart.tsx'
import { useChargingChart } from './use-charging-chart.ts'

interface TransactionChartProps {
  transaction: { transactionid: number; stationid: string; statecode: string }
  height?: number
}

/**
 * Chart of power, energy and state of charge of a transaction; live readings extend it while the transaction
 * runs.
 */
export function TransactionChart({ transaction, height = 240 }: TransactionChartProps) {
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
  return (
    <LateChart
      query={found}
      label={t('transaction', { number: transactionid })}
      series={series}
      curves={curves}
      mostCurves={series.curves.length}
      height={height}
      empty={t(statecode === 'running' ? 'emptyRunning' : 'empty')}
    />
  )
}
