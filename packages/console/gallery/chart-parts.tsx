import { useEffect, useMemo, useState } from 'react'
import { useFormat } from '../src/lib/format.ts'
import { loadTexts } from '../src/lib/texts.ts'
import type { Curve } from '../src/ui/chart/curve.ts'
import { createSeries, type Reading, type Series } from '../src/ui/chart/series.ts'
import { StepCurvePicture } from '../src/ui/chart/step-curve-picture.tsx'
import { TimeSeriesChart } from '../src/ui/chart/time-series-chart.tsx'
import { Card, Stack } from '../src/ui/page/page.tsx'

const start = Date.UTC(2026, 2, 2, 8, 30)

const sampled = (index: number, value: Reading): Reading => (index > 50 && index < 62 ? null : value)

/** 15 minutes at a fast charger, with a gap of two minutes without readings. */
function session(): Series {
  const series = createSeries({ curves: 3 })
  const at = Array.from({ length: 90 }, (_, index) => start + index * 10_000)
  series.replace(at, [
    at.map((_, index) => sampled(index, Math.min(index * 50_000, 300_000 + 15_000 * Math.sin(index / 7)))),
    at.map((_, index) => sampled(index, index * 800)),
    at.map((_, index) => sampled(index, index % 6 === 0 ? 32 + index / 2 : undefined)),
  ])
  return series
}

export function ChartParts() {
  const format = useFormat()
  const [series] = useState(session)
  const [isReady, setReady] = useState(false)
  useEffect(() => void loadTexts('chart').then(() => setReady(true)), [])
  const curves = useMemo<Curve[]>(
    () => [
      {
        key: 'power',
        label: 'Power',
        colour: '--st-charging',
        drawn: 'filled',
        axis: 'start',
        format: format.power,
        tick: (value) => format.withUnit(value / 1000, 0, 'kW'),
      },
      {
        key: 'energy',
        label: 'Energy',
        colour: '--st-finishing',
        drawn: 'line',
        axis: 'own',
        format: format.energy,
        tick: format.energy,
      },
      {
        key: 'soc',
        label: 'Charge',
        colour: '--st-available',
        drawn: 'dashed',
        axis: 'end',
        range: [0, 100],
        step: 20,
        format: (value) => format.percent(value),
        tick: (value) => format.percent(value),
      },
    ],
    [format],
  )
  if (!isReady) return null
  return (
    <Stack>
      <Card title="Curves over time: filled, dashed on its own axis, a gap, drag to zoom">
        <TimeSeriesChart label="Charging session" series={series} curves={curves} timeZone="UTC" />
      </Card>
      <Card title="Step curve of a schedule">
        <StepCurvePicture
          unit="A"
          duration={5400}
          periods={[
            { start: 0, limit: 16 },
            { start: 1800, limit: 32 },
            { start: 3600, limit: 6.5 },
          ]}
        />
      </Card>
    </Stack>
  )
}
