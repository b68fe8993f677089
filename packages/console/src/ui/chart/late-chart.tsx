import { lazy, Suspense } from 'react'
import { Loading, Unloaded } from '../feedback/feedback.tsx'
import type { TimeSeriesChartProps } from './time-series-chart.tsx'

// Loads the plotting library while the values are being fetched.
const TimeSeriesChart = lazy(async () => ({
  default: (await import('./time-series-chart.tsx')).TimeSeriesChart,
}))

/** Height of one line of the legend with its gap, in CSS pixels. */
const legendHeight = 40
/** Lines that stand for the chart. */
const rows = 5
const place = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }

interface LateChartProps extends TimeSeriesChartProps {
  query: { data: unknown; error: unknown; refetch: () => unknown }
  height: number
}

/** A chart that has its height before its values and the plotting library arrive, so that nothing below it moves. */
export function LateChart({ query, ...chart }: LateChartProps) {
  return (
    <div style={{ ...place, minBlockSize: query.error ? undefined : chart.height + legendHeight }}>
      {query.data ? (
        <Suspense fallback={<Loading rows={rows} />}>
          <TimeSeriesChart {...chart} />
        </Suspense>
      ) : (
        <Unloaded small query={query} rows={rows} />
      )}
    </div>
  )
}
