import { type ReactNode, useEffect, useRef } from 'react'
import css from './checkbox.module.css'

/**
 * The native check box in our colours: light enough for every row of a table. Pass a label, or `aria-label`
 * if there is no space for one.
 */
export function Checkbox({
  checked,
  onChange,
  label,
  some = false,
  ...rest
}: {
  checked: boolean
  /** `isRange`: Shift was held. */
  onChange: (checked: boolean, isRange: boolean) => void
  label?: ReactNode
  /** Indeterminate: some of the represented items are on. */
  some?: boolean
  tabIndex?: number
  name?: string
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = some
  }, [some])
  const box = (
    <input
      ref={input}
      type="checkbox"
      className={css.tick}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked, isShifted(event.nativeEvent))}
      {...rest}
    />
  )
  if (label === undefined) return box
  return (
    <label className={css.labelled}>
      {box}
      {label}
    </label>
  )
}

/** Returns true for a click with Shift: browsers report a change of a check box as a click. */
const isShifted = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey
