import type { AnswerOf, meterSeries, Readings } from '@stationmaster/contract'
import { bridgeShortGaps, createSeries, type Reading, type Series, usualGap } from '../../ui/chart/series.ts'

/** Curves of a charging chart, in the order of its series: W, Wh since the start, per cent. */
export const chargingCurves = ['power', 'energy', 'soc'] as const

export type MeterAnswer = AnswerOf<typeof meterSeries>

export const createChargingSeries = (): Series =>
  createSeries({ curves: chargingCurves.length, gapAfter: usualGap })

/** What the server has, with the nulls that only mean "this one was not read just then" bridged. */
export function readingsOf(answer: MeterAnswer): Reading[][] {
  return chargingCurves.map((name) => {
    const values = answer[name]
    const known = answer.at.filter((_, index) => values[index] !== null)
    return bridgeShortGaps(answer.at, values, usualGap(known))
  })
}

/** A live reading as values of the series; what it does not tell leaves its curve alone. */
export const valuesOf = ({ power, energy, soc }: Readings): Reading[] => [
  power ?? undefined,
  energy ?? undefined,
  soc ?? undefined,
]

export const hasSoc = (series: Series): boolean =>
  series.curves[2]!.some((value) => typeof value === 'number')
