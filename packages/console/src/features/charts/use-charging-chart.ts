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
 * Returns a series that starts with the server's samples and grows with live readings, and its curves.
 * @param station station whose live readings are added, or null if the transaction has ended
 * @param take returns the reading to draw for a live reading, or null to skip it
 */
export function useChargingChart(
  answer: MeterAnswer | undefined,
  station: string | null,
  take: (reading: Readings) => Readings | null,
): ChargingChart {
  const [series] = useState(createChargingSeries)
  // Changes once, when the first state of charge arrives: the axes change then.
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

/** Power has the axis at the start, energy the one at the end, state of charge the outer one next to it. */
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
        zeroTop: 4_000,
        format: (value) => format.power(value),
        tick: (value) => inThousands(value, 'kW'),
      },
      {
        key: 'energy',
        label: t('energy'),
        colour: '--st-finishing',
        drawn: 'line',
        axis: 'end',
        zeroTop: 4_000,
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

/** Number of decimals that distinguishes the ticks of an axis, in thousands of the value. */
const digitsOf = (value: number): number => {
  const digits = [1000, 100, 10].findIndex((step) => value % step === 0)
  return digits < 0 ? 3 : digits
}
