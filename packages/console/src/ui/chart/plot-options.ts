import uPlot from 'uplot'
import type { Curve } from './curve.ts'
import { drawLabels } from './plot-labels.ts'
import { isolatedIndices, type Reading } from './series.ts'
import { ceilingFor } from './step-curve.ts'
import type { TimeLabels } from './time-axis.ts'
import { canvasFont, faded, tokenColour } from './token-colours.ts'

export interface PlotSpec {
  readonly curves: readonly Curve[]
  readonly labels: TimeLabels
  readonly height: number
  readonly rightToLeft: boolean
  /** Charts with the same key share their cursor. */
  readonly syncKey?: string | undefined
  /** Theme that determines the colours. */
  readonly theme: string
  /** Called with the index under the cursor, or null when it has left. */
  readonly onCursor: (index: number | null) => void
  /** Called with a time range selected with the pointer. */
  readonly onSelect: (from: number, to: number) => void
  readonly onReset: () => void
}

const scaleOf = (curve: Curve): string => (curve.axis === 'own' ? curve.key : curve.axis)

function range(curve: Curve): uPlot.Scale.Range {
  return (_plot, lowest, highest) => {
    if (curve.range !== undefined) return [...curve.range]
    const [low, high] = [lowest ?? 0, highest ?? 0]
    return [low < 0 ? -ceilingFor(-low) : 0, high > 0 ? ceilingFor(high) : low < 0 ? 0 : (curve.zeroTop ?? 1)]
  }
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]
const timeSteps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 3, 7, 14, 28, 56, 84, 168, 364].map((count) => count * day),
]

/** Returns the current ends of the time axis; null follows the data. */
type Window = () => readonly [number, number] | null

function scales(spec: PlotSpec, window: Window): uPlot.Scales {
  const time: uPlot.Scale.Range = (_plot, from, to) => {
    const shown = window()
    if (shown !== null) return [shown[0], shown[1]]
    // A single reading has no extent: it is placed in the middle of two minutes.
    if (from === null || to === null || from === to) {
      const middle = from ?? Date.now()
      return [middle - 60_000, middle + 60_000]
    }
    return [from, to]
  }
  return Object.fromEntries([
    ['x', { time: true, range: time }],
    ...spec.curves.map((curve): [string, uPlot.Scale] => [scaleOf(curve), { range: range(curve) }]),
  ])
}

/** A low chart has no space for the smallest step; without a step that fits, the axis stays empty. */
const stepFactors = [1, 1.25, 2.5, 5]

const valueSides = ['start', 'end', 'outer'] as const

/** CSS pixels; a narrower chart has no space for an outer axis, and the legend has its values too. */
const narrowest = 480

function valueAxis(curve: Curve, side: (typeof valueSides)[number], spec: PlotSpec): uPlot.Axis {
  const isStart = side === 'start'
  const isLeftOut = (plot: uPlot): boolean => side === 'outer' && plot.width < narrowest
  // With two axes at one side only their colours show which curve each belongs to.
  const isColoured = spec.curves.some(({ axis }) => axis === 'outer')
  const atLeft = isStart !== spec.rightToLeft
  return {
    scale: side,
    side: atLeft ? 3 : 1,
    font: canvasFont(),
    stroke: tokenColour(isColoured ? `${curve.colour}-text` : '--text-2'),
    size: (plot, marks) =>
      isLeftOut(plot) ? 0 : Math.max(40, 14 + 7 * Math.max(0, ...(marks ?? []).map((mark) => mark.length))),
    gap: 6,
    space: 34,
    ticks: { show: false },
    border: { show: false },
    grid: isStart ? { stroke: tokenColour('--line'), width: 1 } : { show: false },
    values: (plot, marks) => marks.map((mark) => (isLeftOut(plot) ? '' : curve.tick(mark))),
    ...(curve.step === undefined ? {} : { incrs: stepFactors.map((factor) => factor * curve.step!) }),
  }
}

function axes(spec: PlotSpec): uPlot.Axis[] {
  const sides = valueSides.flatMap((side) => {
    const curve = spec.curves.find((candidate) => candidate.axis === side)
    return curve === undefined ? [] : [valueAxis(curve, side, spec)]
  })
  return [
    {
      scale: 'x',
      font: canvasFont(),
      stroke: tokenColour('--text-2'),
      // A second line exists only where a day begins.
      size: (_plot, marks) => ((marks ?? []).some((mark) => mark.includes('\n')) ? 40 : 26),
      gap: 7,
      space: 62,
      incrs: timeSteps,
      ticks: { show: false },
      border: { show: true, stroke: tokenColour('--line'), width: 1 },
      grid: { show: false },
      // oxlint-disable-next-line max-params -- uPlot defines the parameters
      values: (_plot, marks, _axis, _space, step) => spec.labels.ticks(marks, step),
    },
    ...sides,
  ]
}

function fill(plot: uPlot, colour: string): CanvasGradient | string {
  const { top, height } = plot.bbox
  // Before the first layout there is no area to shade.
  if (!Number.isFinite(top) || !Number.isFinite(height) || height <= 0) return faded(colour, 0.12)
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height)
  gradient.addColorStop(0, faded(colour, 0.24))
  gradient.addColorStop(1, faded(colour, 0.03))
  return gradient
}

function drawnSeries(curve: Curve): uPlot.Series {
  const colour = tokenColour(curve.colour)
  return {
    label: curve.label,
    scale: scaleOf(curve),
    stroke: colour,
    width: curve.drawn === 'line' ? 1.5 : 2,
    ...(curve.drawn === 'dashed' ? { dash: [6, 4] } : {}),
    ...(curve.drawn === 'filled' ? { fill: (plot: uPlot) => fill(plot, colour) } : {}),
    points: {
      show: true,
      size: 5,
      fill: colour,
      filter: (plot, index) => isolatedIndices(plot.data[index] as Reading[]),
    },
  }
}

/** Returns the options of uPlot for this chart; created again after a change of theme, font size or language. */
export function plotOptions(spec: PlotSpec, width: number, window: Window): uPlot.Options {
  return {
    class: `plot-${spec.theme}`,
    width,
    height: spec.height,
    ms: 1,
    padding: [14, spec.curves.some((curve) => curve.axis === 'end') ? 0 : 14, 0, 0],
    legend: { show: false },
    scales: scales(spec, window),
    axes: axes(spec),
    series: [{}, ...spec.curves.map(drawnSeries)],
    cursor: {
      y: false,
      points: { size: 9, width: 2, stroke: tokenColour('--surface') },
      drag: { x: true, y: false, setScale: false, dist: 6 },
      bind: {
        dblclick: () => () => {
          spec.onReset()
          return null
        },
      },
      ...(spec.syncKey === undefined ? {} : { sync: { key: spec.syncKey, scales: ['x', null] } }),
    },
    hooks: {
      setCursor: [(plot) => spec.onCursor((plot.cursor.left ?? -1) < 0 ? null : (plot.cursor.idx ?? null))],
      setSelect: [(plot) => select(plot, spec)],
      draw: [(plot) => drawLabels(plot, spec.curves, spec.rightToLeft)],
    },
  }
}

function select(plot: uPlot, spec: PlotSpec): void {
  const { left, width } = plot.select
  if (width < 6) return
  const from = plot.posToVal(left, 'x')
  const to = plot.posToVal(left + width, 'x')
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  spec.onSelect(Math.round(from), Math.round(to))
}
