import { sitePower } from '@stationmaster/contract'
import { useEffect, useMemo, useState } from 'react'
import type { Site } from '../../../features/sites/site-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import type { Curve } from '../../../ui/chart/curve.ts'
import { LateChart } from '../../../ui/chart/late-chart.tsx'
import { createSeries } from '../../../ui/chart/series.ts'
import { Card } from '../../../ui/page/page.tsx'

const every = 60_000
const chartHeight = 200
/** Space above the limit for its name. */
const headroom = 1.2

/** Power of the last 24 hours against the grid limit, which is a line if the site has one. */
export function SitePower({ site }: { site: Site }) {
  const t = useTexts('sites')
  const found = useEndpoint(sitePower, { id: site.id }, { refetchInterval: every })
  const { gridlimit } = site
  const [series] = useState(() => createSeries({ curves: 2 }))
  const curves = usePowerCurves(gridlimit, found.data?.power ?? noPower)
  useEffect(() => {
    if (!found.data) return
    const { at, power } = found.data
    series.replace(at, [power, at.map(() => gridlimit ?? undefined)])
  }, [found.data, gridlimit, series])
  return (
    <Card title={t('power.title')}>
      <LateChart
        query={found}
        label={t('power.label', { site: site.label })}
        series={series}
        curves={curves}
        height={chartHeight}
        timeZone={site.timezone ?? undefined}
      />
    </Card>
  )
}

const noPower: readonly (number | null)[] = []

function usePowerCurves(gridlimit: number | null, power: readonly (number | null)[]): readonly Curve[] {
  const t = useTexts('sites')
  const format = useFormat()
  const isOver = gridlimit !== null && power.some((value) => value !== null && value > gridlimit)
  const most = Math.max(gridlimit ?? 0, ...power.map((value) => value ?? 0))
  return useMemo(() => {
    const of = {
      range: [0, Math.max(1000, most * headroom)] as const,
      format: (value: number) => format.power(value),
      tick: (value: number) => format.power(value),
    }
    const curve: Curve = {
      key: 'power',
      label: t('power.average'),
      colour: isOver ? '--st-faulted' : '--st-charging',
      drawn: 'filled',
      axis: 'start',
      ...of,
    }
    const limit: Curve = {
      key: 'limit',
      label: t('columns.gridlimit'),
      colour: '--st-faulted',
      drawn: 'dashed',
      axis: 'own',
      ...of,
    }
    return gridlimit === null ? [curve] : [curve, limit]
  }, [format, t, gridlimit, isOver, most])
}
