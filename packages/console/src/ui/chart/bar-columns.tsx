import type { Bar } from './bar-rows.tsx'
import css from './bars.module.css'

/**
 * Returns where the label of one of many bars is shown: each label has the space up to the next one, also the last.
 */
function labelOf(index: number, count: number): 'all' | 'wide' | 'none' {
  const step = Math.ceil(count / 8)
  const hasSpace = (steps: number): boolean => index % steps === 0 && index + steps <= count
  return hasSpace(2 * step) ? 'all' : hasSpace(step) ? 'wide' : 'none'
}

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
          <span className={css.step} data-label={isDense ? labelOf(index, bars.length) : undefined}>
            {name}
          </span>
        </li>
      ))}
    </ul>
  )
}
