import { lazy, Suspense } from 'react'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { Loading, Unloaded } from '../feedback/feedback.tsx'
import type { TimeSeriesChartProps } from './time-series-chart.tsx'

// Loads the plotting library while the values are being fetched.
const TimeSeriesChart = lazy(async () => ({
  default: (await import('./time-series-chart.tsx')).TimeSeriesChart,
}))

/** Heights with the gap above them, in CSS pixels: on phones each curve, the time and the button have lines of their own. */
const legendHeight = 40
const phoneLine = 46
const phoneButton = 56
/** Lines that stand for the chart. */
const rows = 5
const place = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }

interface LateChartProps extends TimeSeriesChartProps {
  query: { data: unknown; error: unknown; refetch: () => unknown }
  height: number
  /** The number of curves if all have values. */
  mostCurves?: number
}

/** A chart that has its height before its values and the plotting library arrive, so that nothing below it moves. */
export function LateChart({ query, mostCurves, ...chart }: LateChartProps) {
  const isPhone = useIsPhone()
  const legend = isPhone ? phoneButton + phoneLine * ((mostCurves ?? chart.curves.length) + 1) : legendHeight
  return (
    <div style={{ ...place, minBlockSize: query.error ? undefined : chart.height + legend }}>
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
