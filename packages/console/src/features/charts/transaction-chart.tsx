import { meterSeries } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { Loading, Unloaded } from '../../ui/feedback/feedback.tsx'
import { useChargingChart } from './use-charging-chart.ts'

// Loads the plotting library while the values are being fetched.
const TimeSeriesChart = lazy(async () => ({
  default: (await import('../../ui/chart/time-series-chart.tsx')).TimeSeriesChart,
}))

interface TransactionChartProps {
  transaction: { transactionid: number; stationid: string; statecode: string }
  height?: number
}

/** Height of one line of the legend with its gap, in CSS pixels. */
const legendHeight = 36

// Keeps the height of the chart before its values arrive, so that nothing below it moves.
const place = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }

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
    <div style={{ ...place, minBlockSize: height + legendHeight }}>
      {found.data ? (
        <Suspense fallback={<Loading rows={5} />}>
          <TimeSeriesChart
            label={t('transaction', { number: transactionid })}
            series={series}
            curves={curves}
            height={height}
            empty={t(statecode === 'running' ? 'emptyRunning' : 'empty')}
          />
        </Suspense>
      ) : (
        <Unloaded small query={found} rows={5} />
      )}
    </div>
  )
}
