import type { AnswerOf, meterSeries, Readings } from '@stationmaster/contract'
import { bridgeShortGaps, createSeries, type Reading, type Series, usualGap } from '../../ui/chart/series.ts'

/** Curves of a charging chart, in the order of its series: W, Wh since the start, per cent. */
export const chargingCurves = ['power', 'energy', 'soc'] as const

export type MeterAnswer = AnswerOf<typeof meterSeries>

export const createChargingSeries = (): Series =>
  createSeries({ curves: chargingCurves.length, gapAfter: usualGap })

/** Returns the samples of the server without the nulls that only mean "not sampled at that moment". */
export function readingsOf(answer: MeterAnswer): Reading[][] {
  return chargingCurves.map((name) => {
    const values = answer[name]
    const known = answer.at.filter((_, index) => values[index] !== null)
    return bridgeShortGaps(answer.at, values, usualGap(known))
  })
}

/** Converts a live reading to values of the series; a missing value leaves its curve unchanged. */
export const valuesOf = ({ power, energy, soc }: Readings): Reading[] => [
  power ?? undefined,
  energy ?? undefined,
  soc ?? undefined,
]

export const hasSoc = (series: Series): boolean =>
  series.curves[2]!.some((value) => typeof value === 'number')
