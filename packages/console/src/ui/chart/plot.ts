import uPlot from 'uplot'
import { type PlotSpec, plotOptions } from './plot-options.ts'
import type { Series } from './series.ts'

export interface Plot {
  /** Sets the ends of the time axis in milliseconds; null follows the data. */
  setWindow(window: readonly [number, number] | null): void
  /** Shows or hides the curve at this position. */
  show(curve: number, isShown: boolean): void
  destroy(): void
}

/** The displayed curves are the first ones of the series. */
const asData = (series: Series, { curves }: PlotSpec): uPlot.AlignedData => [
  series.at as number[],
  ...(series.curves.slice(0, curves.length) as (number | null | undefined)[][]),
]

/**
 * Draws a series into an element and follows it. Readings take the short path: series, one animation frame,
 * canvas. Any other change (theme, language, curves) destroys this plot and mounts another.
 */
export function mountPlot(host: HTMLElement, series: Series, spec: PlotSpec): Plot {
  let shown: readonly [number, number] | null = null
  const plot = new uPlot(
    plotOptions(spec, widthOf(host), () => shown),
    asData(series, spec),
    host,
  )
  let frame = 0
  const draw = (): void => {
    frame = 0
    // uPlot keeps the arrays: they must not be the ones that grow between two frames.
    plot.setData(asData(series, spec).map((column) => [...column]) as uPlot.AlignedData)
  }
  const refresh = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  const stop = series.subscribe(refresh)
  const resized = new ResizeObserver(() => {
    if (Math.abs(widthOf(host) - plot.width) >= 1) plot.setSize({ width: widthOf(host), height: spec.height })
  })
  resized.observe(host)
  // The page's font may load after the first drawing; text has to be measured again then.
  void document.fonts?.ready.then(() => plot.redraw(false, true))
  return {
    setWindow(window) {
      shown = window
      refresh()
    },
    show: (curve, isShown) => plot.setSeries(curve + 1, { show: isShown }),
    destroy() {
      stop()
      resized.disconnect()
      cancelAnimationFrame(frame)
      plot.destroy()
    },
  }
}

const widthOf = (host: HTMLElement): number => Math.max(160, Math.floor(host.clientWidth))
