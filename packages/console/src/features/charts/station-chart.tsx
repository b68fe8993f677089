import { meterSeries, type Readings } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNow } from '../../lib/clock.ts'
import { ask } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { TimeSeriesChart } from '../../ui/chart/time-series-chart.tsx'
import { Failure, Loading } from '../../ui/feedback/feedback.tsx'
import { useChargingChart } from './use-charging-chart.ts'

interface StationChartProps {
  /** Id of the station. */
  station: string
  /** One connector; without it the power of all of them together. */
  connectorid?: number
  /** How far back the picture goes. */
  minutes?: number
  height?: number
}

/** What a station, or one of its connectors, has drawn in the last minutes; it moves on with the clock. */
export function StationChart({ station, connectorid, minutes = 15, height }: StationChartProps) {
  const t = useTexts('chart')
  const now = useNow()
  const span = minutes * 60_000
  // Asked once from here on; what comes later is heard.
  const [from] = useState(() => new Date(Date.now() - span).toISOString())
  const found = useQuery(
    ask(meterSeries, { stationid: station, connectorid, from, points: 1000 }, { station }),
  )
  const together = useTogether(connectorid)
  const { series, curves } = useChargingChart(found.data, station, together)
  if (found.error !== null && found.data === undefined)
    return <Failure small error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending) return <Loading rows={5} />
  return (
    <TimeSeriesChart
      label={t('station', { count: minutes })}
      series={series}
      curves={connectorid === undefined ? curves.slice(0, 1) : curves}
      height={height}
      from={now - span}
      to={now}
    />
  )
}

/** Readings of one connector as they are; of a whole station as the sum of what its connectors last told. */
function useTogether(connectorid: number | undefined): (reading: Readings) => Readings | null {
  const latest = useRef(new Map<number, number>())
  return (reading) => {
    if (connectorid !== undefined) return reading.connectorid === connectorid ? reading : null
    if (reading.power === null) return null
    latest.current.set(reading.connectorid, reading.power)
    const power = [...latest.current.values()].reduce((sum, watts) => sum + watts, 0)
    return { ...reading, power, energy: null, soc: null }
  }
}
