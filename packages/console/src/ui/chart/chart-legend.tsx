import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import type { Curve } from './curve.ts'
import { newest, type Series, valueAt } from './series.ts'
import { timeLabels } from './time-axis.ts'

export interface LegendHandle {
  /** Shows the values at an index, or the newest ones if null. */
  show(index: number | null): void
}

interface ChartLegendProps {
  ref: Ref<LegendHandle>
  curves: readonly Curve[]
  series: Series
  timeZone?: string | undefined
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}

const nothing = '–'

/**
 * Names, values under the cursor and toggles of the curves. The values bypass React because they change
 * often.
 */
export function ChartLegend({ ref, curves, series, timeZone, hidden, onToggle }: ChartLegendProps) {
  const t = useTexts('chart')
  const { tag } = useFormat()
  const values = useRef(new Map<string, HTMLElement>())
  const time = useRef<HTMLSpanElement>(null)
  const cursor = useRef<number | null>(null)
  const labels = useMemo(() => timeLabels(tag, timeZone), [tag, timeZone])

  const write = useMemo(
    () => (): void => {
      const index = cursor.current
      curves.forEach((curve, position) => {
        const readings = series.curves[position] ?? []
        const value = index === null ? (newest(readings)?.value ?? null) : valueAt(readings, index)
        const target = values.current.get(curve.key)
        if (target !== undefined) target.textContent = value === null ? nothing : curve.format(value)
      })
      const instant = series.at[index ?? series.at.length - 1]
      if (time.current !== null)
        time.current.textContent = instant === undefined ? '' : labels.exact(instant, series.at)
    },
    [curves, labels, series],
  )
  useImperativeHandle(ref, () => ({
    show(index) {
      cursor.current = index
      write()
    },
  }))
  useEffect(() => {
    write()
    return series.subscribe(write)
  }, [series, write])

  return (
    <ul className="chart-legend" aria-label={t('curves')}>
      {curves.map((curve) => (
        <li key={curve.key}>
          <button type="button" aria-pressed={!hidden.has(curve.key)} onClick={() => onToggle(curve.key)}>
            <svg width="18" height="10" aria-hidden="true" className="chart-swatch" data-drawn={curve.drawn}>
              <line x1="1" x2="17" y1="5" y2="5" stroke={`var(${curve.colour})`} />
            </svg>
            <span>{curve.label}</span>
            <b
              className="figure"
              ref={(element) => {
                if (element === null) values.current.delete(curve.key)
                else values.current.set(curve.key, element)
              }}
            />
          </button>
        </li>
      ))}
      <li className="chart-time">
        <span className="figure" ref={time} />
      </li>
    </ul>
  )
}
