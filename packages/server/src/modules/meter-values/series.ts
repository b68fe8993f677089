import type { AnswerOf, meterSeries } from '@stationmaster/contract'
import type { Bin } from './list-store.ts'

type Curves = Pick<AnswerOf<typeof meterSeries>, 'at' | 'power' | 'energy' | 'soc' | 'current' | 'voltage'>

const second = 1000
/** Common time steps, in seconds. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400]

/** Returns the step in ms with which the span has at most this many points. */
export function stepFor(spanMs: number, points: number): number {
  const seconds = spanMs / second / points
  return (steps.find((step) => step >= seconds) ?? Math.ceil(seconds / 86_400) * 86_400) * second
}

/**
 * Returns the parts of one moment: totals if they are reported, otherwise the phases; neutral is never a
 * part.
 */
function parts(bins: readonly Bin[]): Bin[] {
  const connectors = [...new Set(bins.map((bin) => bin.evseNo))]
  return connectors.flatMap((evseNo) => {
    const own = bins.filter((bin) => bin.evseNo === evseNo)
    const whole = own.filter((bin) => bin.phase === null)
    return whole.length > 0 ? whole.slice(0, 1) : own.filter((bin) => /^L[123](-N)?$/.test(bin.phase ?? ''))
  })
}

const sum = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values)! / values.length
const round = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits))

type Moment = { at: number } & { [K in Exclude<keyof Curves, 'at'>]: number | null }

function momentOf(at: number, bins: readonly Bin[]): Moment {
  const of = (measurand: string) => parts(bins.filter((bin) => bin.measurand === measurand))
  const means = (measurand: string) => of(measurand).map((bin) => bin.mean)
  return {
    at,
    power: round(sum(means('Power.Active.Import')), 1),
    energy: round(sum(of('Energy.Active.Import.Register').map((bin) => bin.most)), 1),
    soc: round(mean(means('SoC')), 1),
    // one current per phase: the mean is the load of the cable
    current: round(mean(means('Current.Import')), 2),
    voltage: round(mean(means('Voltage')), 1),
  }
}

/**
 * Returns curves of aggregated samples in the order of time. Energy counts from `meterStartWh`, or from its
 * first value. A moment of nulls marks a gap that is much longer than usual, so that no line is drawn across
 * it.
 */
export function curvesOf(bins: readonly Bin[], stepMs: number, meterStartWh: number | null): Curves {
  const byMoment = new Map<number, Bin[]>()
  for (const bin of bins) {
    const moment = byMoment.get(bin.at.getTime())
    if (moment) moment.push(bin)
    else byMoment.set(bin.at.getTime(), [bin])
  }
  const moments = [...byMoment].map(([at, ofMoment]) => momentOf(at, ofMoment))
  const base = meterStartWh ?? moments.find((moment) => moment.energy !== null)?.energy ?? 0
  for (const moment of moments) if (moment.energy !== null) moment.energy = round(moment.energy - base, 1)
  if (moments.every((moment) => moment.power === null)) addPower(moments)
  return columns(withGaps(moments, stepMs))
}

/** Adds power computed from the meter, for stations that report none. */
function addPower(moments: Moment[]): void {
  let earlier: Moment | null = null
  for (const moment of moments) {
    if (moment.energy === null) continue
    const grown = earlier ? moment.energy - earlier.energy! : -1
    if (earlier && grown >= 0) moment.power = round((grown * 3_600_000) / (moment.at - earlier.at), 1)
    earlier = moment
  }
}

function withGaps(moments: readonly Moment[], stepMs: number): Moment[] {
  const pauses = moments.slice(1).map((moment, index) => moment.at - moments[index]!.at)
  const usual = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? stepMs
  const longest = Math.max(3 * usual, 2.5 * stepMs)
  return moments.flatMap((moment, index) => {
    const earlier = moments[index - 1]
    if (!earlier || moment.at - earlier.at <= longest) return [moment]
    const nothing = { power: null, energy: null, soc: null, current: null, voltage: null }
    return [{ at: earlier.at + Math.max(usual, stepMs), ...nothing }, moment]
  })
}

const columns = (moments: readonly Moment[]): Curves => ({
  at: moments.map((moment) => moment.at),
  power: moments.map((moment) => moment.power),
  energy: moments.map((moment) => moment.energy),
  soc: moments.map((moment) => moment.soc),
  current: moments.map((moment) => moment.current),
  voltage: moments.map((moment) => moment.voltage),
})
