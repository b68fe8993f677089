import type { Readings } from '@stationmaster/contract'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { useFormat } from '../../lib/format.ts'
import { watchStation } from '../../lib/live.ts'
import { useTexts } from '../../lib/texts.ts'
import type { Curve } from '../../ui/chart/curve.ts'
import type { Series } from '../../ui/chart/series.ts'
import { createChargingSeries, hasSoc, type MeterAnswer, readingsOf, valuesOf } from './charging-series.ts'

interface ChargingChart {
  series: Series
  curves: readonly Curve[]
}

/**
 * A series that begins with the server's answer and grows by live readings, with its curves.
 * @param station whose readings are heard, or null for what has ended
 * @param take the reading to draw for one that was heard, or null to leave it out
 */
export function useChargingChart(
  answer: MeterAnswer | undefined,
  station: string | null,
  take: (reading: Readings) => Readings | null,
): ChargingChart {
  const [series] = useState(createChargingSeries)
  // Tells once, when the first state of charge arrives: the axes change then.
  const isCharge = useSyncExternalStore(series.subscribe, () => hasSoc(series))
  const hear = useEffectEvent((readings: readonly Readings[]) => {
    for (const heard of readings) {
      const reading = take(heard)
      if (reading !== null) series.push(reading.at, valuesOf(reading))
    }
  })
  useEffect(() => {
    if (answer !== undefined) series.replace(answer.at, readingsOf(answer))
  }, [answer, series])
  useEffect(
    () => (station === null ? undefined : watchStation(station, (readings) => hear(readings))),
    [station],
  )
  return { series, curves: useChargingCurves(isCharge) }
}

/** Power has the axis at the start, energy that at the end, the state of charge the outer one beside it. */
function useChargingCurves(isCharge: boolean): readonly Curve[] {
  const t = useTexts('chart')
  const format = useFormat()
  return useMemo(() => {
    const inThousands = (value: number, unit: 'kW' | 'kWh'): string =>
      format.withUnit(value / 1000, digitsOf(value), unit)
    const all: Curve[] = [
      {
        key: 'power',
        label: t('power'),
        colour: '--st-charging',
        drawn: 'filled',
        axis: 'start',
        format: (value) => format.power(value),
        tick: (value) => inThousands(value, 'kW'),
      },
      {
        key: 'energy',
        label: t('energy'),
        colour: '--st-finishing',
        drawn: 'line',
        axis: 'end',
        format: (value) => format.energy(value),
        tick: (value) => inThousands(value, 'kWh'),
      },
      {
        key: 'soc',
        label: t('soc'),
        colour: '--st-available',
        drawn: 'dashed',
        axis: 'outer',
        range: [0, 100],
        step: 20,
        format: (value) => format.percent(value),
        tick: (value) => format.percent(value),
      },
    ]
    return isCharge ? all : all.slice(0, 2)
  }, [format, isCharge, t])
}

/** As many digits as tell one mark of an axis from the next, in thousands of the value. */
const digitsOf = (value: number): number => {
  const digits = [1000, 100, 10].findIndex((step) => value % step === 0)
  return digits < 0 ? 3 : digits
}
