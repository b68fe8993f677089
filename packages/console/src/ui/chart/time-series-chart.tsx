import { useDirection } from '@mantine/core'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Button } from '../buttons.tsx'
import './chart.css'
import { ChartLegend, type LegendHandle } from './chart-legend.tsx'
import { useSentence } from './chart-sentence.ts'
import type { Curve } from './curve.ts'
import { mountPlot, type Plot } from './plot.ts'
import type { Series } from './series.ts'
import { SeriesTable } from './series-table.tsx'
import { timeLabels } from './time-axis.ts'
import { useShownTheme } from './token-colours.ts'

export interface TimeSeriesChartProps {
  /** Accessible name: "Power of station A". */
  label: string
  series: Series
  /**
   * One per curve of the series, in its order; the last ones may be omitted. Pass the same array in each
   * render.
   */
  curves: readonly Curve[]
  height?: number
  /** Ends of the time axis in milliseconds; absent shows all data. */
  from?: number
  to?: number
  /** Called with a time range selected with the pointer. Without it the chart zooms itself. */
  onZoom?: (from: number, to: number) => void
  syncKey?: string
  timeZone?: string
  /** Shown instead of the chart while there is no reading; null: the axes of `from` to `to` are shown. */
  empty?: ReactNode
}

type Span = readonly [number, number]

/** Curves over time. A new reading reaches the canvas without a render; see `createSeries`. */
export function TimeSeriesChart(props: TimeSeriesChartProps) {
  const t = useTexts('chart')
  const [isTable, setTable] = useState(false)
  const [zoom, setZoom] = useState<Span | null>(null)
  const hidden = useHiddenCurves()
  const legend = useRef<LegendHandle>(null)
  const tableId = useId()
  const hasReadings = useHasReadings(props.series)
  if (!hasReadings && props.empty !== null)
    return <div className="chart-empty">{props.empty ?? t('empty')}</div>
  return (
    <figure className="chart">
      {isTable ? (
        <div id={tableId}>
          <SeriesTable {...props} />
        </div>
      ) : (
        <Picture {...props} zoom={zoom} onOwnZoom={setZoom} hidden={hidden.keys} legend={legend} />
      )}
      <figcaption className="chart-foot">
        <ChartLegend
          ref={legend}
          curves={props.curves}
          series={props.series}
          timeZone={props.timeZone}
          hidden={hidden.keys}
          onToggle={hidden.toggle}
        />
        {zoom !== null && !isTable && (
          <Button small onClick={() => setZoom(null)}>
            {t('showAll')}
          </Button>
        )}
        <Button
          kind="quiet"
          small
          className="chart-switch"
          onClick={() => setTable(!isTable)}
          aria-expanded={isTable}
          aria-controls={isTable ? tableId : undefined}
        >
          {isTable ? t('picture') : t('table')}
        </Button>
      </figcaption>
    </figure>
  )
}

interface PictureProps extends TimeSeriesChartProps {
  zoom: Span | null
  onOwnZoom: (zoom: Span | null) => void
  hidden: ReadonlySet<string>
  legend: RefObject<LegendHandle | null>
}

function Picture(props: PictureProps) {
  const { series, curves, height = 240, syncKey, timeZone, from, to, zoom, hidden, legend } = props
  const { onZoom, onOwnZoom } = props
  const host = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot | null>(null)
  const theme = useShownTheme()
  const { tag } = useFormat()
  const { dir } = useDirection()
  const sentence = useSentence(props)
  const labels = useMemo(() => timeLabels(tag, timeZone), [tag, timeZone])

  // Callbacks as effect events, so that a new callback does not rebuild the plot.
  const select = useEffectEvent((start: number, end: number) => {
    if (onZoom === undefined) onOwnZoom([start, end])
    else onZoom(start, end)
  })
  const reset = useEffectEvent(() => onOwnZoom(null))
  const point = useEffectEvent((index: number | null) => legend.current?.show(index))
  const settle = useEffectEvent(() => {
    plot.current?.setWindow(shownWindow(zoom, from, to))
    curves.forEach((curve, index) => plot.current?.show(index, !hidden.has(curve.key)))
  })

  useEffect(() => {
    if (host.current === null) return undefined
    plot.current = mountPlot(host.current, series, {
      curves,
      labels,
      height,
      theme,
      rightToLeft: dir === 'rtl',
      syncKey,
      onCursor: (index) => point(index),
      onSelect: (start, end) => select(start, end),
      onReset: () => reset(),
    })
    settle()
    return () => {
      plot.current?.destroy()
      plot.current = null
    }
  }, [series, curves, labels, height, dir, syncKey, theme])
  useEffect(() => plot.current?.setWindow(shownWindow(zoom, from, to)), [zoom, from, to])
  useEffect(() => {
    curves.forEach((curve, index) => plot.current?.show(index, !hidden.has(curve.key)))
  }, [curves, hidden])

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a library draws a canvas in it
    <div className="chart-picture" style={{ height }} role="img" aria-label={sentence} ref={host} />
  )
}

const shownWindow = (zoom: Span | null, from?: number, to?: number): Span | null =>
  zoom ?? (from === undefined || to === undefined ? null : [from, to])

function useHiddenCurves() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string): void => {
    const next = new Set(keys)
    if (!next.delete(key)) next.add(key)
    setKeys(next)
  }
  return { keys, toggle }
}

/** Renders once, when the first reading arrives, and not again with each that follows. */
function useHasReadings(series: Series): boolean {
  const [has, setHas] = useState(series.at.length > 0)
  useEffect(() => {
    const look = (): void => setHas(series.at.length > 0)
    look()
    return series.subscribe(look)
  }, [series])
  return has
}
