import type { Bar } from './bar-rows.tsx'
import css from './bars.module.css'

/** Vertical bars with their labels below, for steps of time or size; `tone` colours one of them. */
export function BarColumns({
  label,
  bars,
}: {
  label: string
  bars: readonly (Bar & { tone?: 'less' | 'more' | 'same' })[]
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const isDense = bars.length > 12
  return (
    <ul className={css.columns} data-dense={isDense || undefined} aria-label={label}>
      {bars.map(({ id, label: name, value, text, tone = 'more' }, index) => (
        <li key={id} data-tone={tone} title={isDense ? `${name}: ${text}` : undefined}>
          <span className={isDense ? 'hidden-text' : css.value}>{text}</span>
          <i aria-hidden="true" style={{ '--share': Math.max(0, value) / most } as object} />
          <span
            className={css.step}
            data-quiet={(isDense && index % Math.ceil(bars.length / 8) > 0) || undefined}
          >
            {name}
          </span>
        </li>
      ))}
    </ul>
  )
}
