import { type PointerEvent, useRef, useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import type { HistogramProps } from './histogram-props.ts'
import { draggedParts, type Parts, partsOf, timeMarks } from './histogram-scale.ts'
import { HistogramTable } from './histogram-table.tsx'
import css from './histogram.module.css'
import { timeLabels } from './time-axis.ts'

/**
 * Numbers of events over time, in bars stacked by category. A drag selects a part of the period and a double
 * click clears it; two sliders do the same by keyboard.
 */
export function Histogram(props: HistogramProps) {
  const { label, from, to, parts, selection, onSelect } = props
  const t = useTexts('time')
  const { tag } = useFormat()
  const plot = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null)
  const [moved, setMoved] = useState<Parts | null>(null)
  const chosen = drag ? draggedParts(drag.start, drag.end, parts) : (moved ?? partsOf(selection, props))
  const at = (part: number): number => from + ((to - from) * part) / parts
  const select = ([start, end]: Parts): void => onSelect({ from: at(start), to: at(end) })
  const share = (event: PointerEvent): number => {
    const box = plot.current?.getBoundingClientRect()
    return box ? (event.clientX - box.left) / box.width : 0
  }
  const commit = (): void => {
    if (moved) select(moved)
    setMoved(null)
  }
  const labels = timeLabels(tag)
  const edges = chosen ?? [0, parts]
  return (
    <figure className={css.histogram} aria-label={label}>
      <div
        ref={plot}
        className={css.plot}
        onPointerDown={(event) => {
          if (event.button !== 0 || event.target instanceof HTMLInputElement) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ start: share(event), end: share(event) })
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, end: share(event) })}
        onPointerUp={() => {
          if (drag && Math.abs(drag.end - drag.start) > 1 / (2 * parts)) select(chosen ?? [0, parts])
          setDrag(null)
        }}
        onPointerCancel={() => setDrag(null)}
        onDoubleClick={() => onSelect(null)}
      >
        <Bars {...props} />
        {chosen && (
          <div
            className={css.span}
            style={{
              insetInlineStart: `${(chosen[0] / parts) * 100}%`,
              inlineSize: `${((chosen[1] - chosen[0]) / parts) * 100}%`,
            }}
          />
        )}
        {([0, 1] as const).map((edge) => (
          <input
            key={edge}
            type="range"
            className={css.edge}
            data-shown={chosen ? true : undefined}
            min={0}
            max={parts}
            value={edges[edge]}
            aria-label={t(edge === 0 ? 'histogram.start' : 'histogram.end')}
            aria-valuetext={labels.exact(at(edges[edge]))}
            onChange={(event) => {
              const value = event.currentTarget.valueAsNumber
              setMoved(
                edge === 0
                  ? [Math.min(value, edges[1] - 1), edges[1]]
                  : [edges[0], Math.max(value, edges[0] + 1)],
              )
            }}
            onPointerUp={commit}
            onKeyUp={commit}
            onBlur={commit}
            onKeyDown={(event) => event.key === 'Escape' && selection && onSelect(null)}
          />
        ))}
      </div>
      <Axis from={from} to={to} tag={tag} />
      <HistogramTable {...props} />
    </figure>
  )
}

function Bars({ sentence, from, to, parts, buckets, categories }: HistogramProps) {
  const totals = buckets.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))
  const most = Math.max(1, ...totals)
  const bars = buckets.flatMap((bucket) => {
    const x = Math.round(((bucket.from - from) / (to - from)) * parts)
    let y = 100
    return bucket.counts.map((count, category) => {
      // The smallest number stays visible next to large ones.
      const height = count === 0 ? 0 : Math.max(3, (count / most) * 96)
      y -= height
      return { key: `${x} ${category}`, x: x + 0.1, y, height, colour: categories[category]?.colour }
    })
  })
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> could not take the colours of the page
    <svg viewBox={`0 0 ${parts} 100`} preserveAspectRatio="none" role="img" aria-label={sentence}>
      {bars.map(
        ({ key, x, y, height, colour }) =>
          height > 0 && <rect key={key} x={x} y={y} width={0.8} height={height} fill={colour} />,
      )}
    </svg>
  )
}

function Axis({ from, to, tag }: { from: number; to: number; tag: string }) {
  const { marks, step } = timeMarks(from, to)
  const texts = timeLabels(tag).ticks(marks, step)
  return (
    <div className={css.axis} aria-hidden="true">
      {marks.map((mark, index) => {
        const share = (mark - from) / (to - from)
        const edge = share < 0.03 ? 'start' : share > 0.97 ? 'end' : undefined
        return (
          <span key={mark} data-edge={edge} style={{ insetInlineStart: `${share * 100}%` }}>
            {texts[index]?.split('\n').at(-1)}
          </span>
        )
      })}
    </div>
  )
}
