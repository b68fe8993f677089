import css from './bars.module.css'

/** A bar: its value decides about the length, its text is beside it. */
export interface Bar {
  id: string
  label: string
  value: number
  text: string
}

/** Horizontal bars from one axis, to the end for positive values, to the start for negative ones. */
export function BarRows({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(0, ...bars.map(({ value }) => value))
  const least = Math.min(0, ...bars.map(({ value }) => value))
  const whole = most - least || 1
  const percent = (value: number) => `${(value / whole) * 100}%`
  return (
    <ul className={css.rows} aria-label={label}>
      {bars.map(({ id, label: name, value, text }) => (
        <li key={id}>
          <bdi className={css.name} title={name}>
            {name}
          </bdi>
          <span
            className={css.track}
            data-sign={value < 0 ? 'less' : 'more'}
            style={{ '--before': percent(-least), '--length': percent(Math.abs(value)) } as object}
          >
            <i aria-hidden="true" />
            <b>{text}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}
