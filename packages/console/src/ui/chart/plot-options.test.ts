import { expect, it } from 'vitest'
import type { Curve } from './curve.ts'
import { plotOptions } from './plot-options.ts'
import { timeLabels } from './time-axis.ts'

const curveOf = (key: string, axis: Curve['axis']): Curve => ({
  key,
  label: key,
  colour: '--st-charging',
  drawn: 'line',
  axis,
  ...(axis === 'outer' ? { range: [0, 100] as const, step: 20 } : {}),
  format: String,
  tick: (value) => `${value} ${key}`,
})

const specOf = (curves: Curve[]) => ({
  curves,
  labels: timeLabels('en', 'UTC'),
  height: 200,
  rightToLeft: false,
  theme: 'light' as const,
  onCursor: () => {},
  onSelect: () => {},
  onReset: () => {},
})
const optionsAt = (width: number) =>
  plotOptions(
    specOf([curveOf('kW', 'start'), curveOf('kWh', 'end'), curveOf('%', 'outer')]),
    width,
    () => null,
  )

it('gives every curve with a side its axis, the outer one next to that of the end', () => {
  const { axes = [] } = optionsAt(800)
  expect(axes.map(({ scale, side }) => [scale, side])).toEqual([
    ['x', undefined],
    ['start', 3],
    ['end', 1],
    ['outer', 1],
  ])
})

it.each([
  [800, ['20 %']],
  [360, ['']],
])('draws the outer axis of a chart of %i px as %j: a phone has no space for it', (width, marks) => {
  const outer = optionsAt(width).axes!.at(-1)!
  const values = outer.values as (plot: { width: number }, marks: number[]) => string[]
  const size = outer.size as (plot: { width: number }, marks: string[]) => number
  expect(values({ width }, [20])).toEqual(marks)
  expect(size({ width }, marks) === 0).toBe(width === 360)
})

it.each([100, 160, 400])('finds a step for the ticks of an axis that is %i px high', (height) => {
  const { incrs, space } = optionsAt(800).axes!.at(-1)!
  const fitting = (incrs as number[]).filter((step) => (step / 100) * height >= (space as number))
  expect(fitting.length).toBeGreaterThan(0)
})

function rangeWithoutValues(curve: Partial<Curve>): unknown {
  const spec = specOf([{ ...curveOf('kW', 'start'), ...curve }])
  const { range } = plotOptions(spec, 800, () => null).scales!.start!
  return (range as unknown as (...ends: null[]) => unknown)(null, null, null)
}

it('ends an axis without values at its own top, so that its ticks differ', () => {
  expect(rangeWithoutValues({})).toEqual([0, 1])
  expect(rangeWithoutValues({ zeroTop: 4_000 })).toEqual([0, 4_000])
})
