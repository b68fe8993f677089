import { type ReactNode, useId, useState } from 'react'
import css from './segmented-control.module.css'

/**
 * Selection of one of a few: `<Segments aria-label={…} data={['25', '50']} value={size} onChange={setSize}
 * />`. Based on radio buttons, so that arrow keys and screen readers work.
 */
export interface SegmentedControlProps {
  data: readonly (string | { value: string; label: ReactNode; disabled?: boolean })[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  fullWidth?: boolean
  size?: 'xs' | 'sm'
  disabled?: boolean
  className?: string
  'aria-label'?: string
}

export function SegmentedControl({
  data,
  value,
  defaultValue,
  onChange,
  fullWidth,
  size = 'sm',
  disabled,
  ...rest
}: SegmentedControlProps) {
  const name = useId()
  const entries = data.map((entry) => (typeof entry === 'string' ? { value: entry, label: entry } : entry))
  const [own, setOwn] = useState(defaultValue ?? entries[0]?.value)
  const chosen = value ?? own
  return (
    <div
      className={rest.className ? `${css.segments} ${rest.className}` : css.segments}
      role="radiogroup"
      data-full={fullWidth || undefined}
      data-size={size}
      aria-label={rest['aria-label']}
    >
      {entries.map((entry) => (
        <label key={entry.value}>
          <input
            type="radio"
            className="hidden-text"
            name={name}
            value={entry.value}
            checked={entry.value === chosen}
            disabled={disabled || ('disabled' in entry && entry.disabled)}
            onChange={() => {
              setOwn(entry.value)
              onChange?.(entry.value)
            }}
          />
          <span>{entry.label}</span>
        </label>
      ))}
    </div>
  )
}
