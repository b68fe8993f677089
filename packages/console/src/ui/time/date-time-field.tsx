import { lazy, type ReactNode, Suspense } from 'react'
import css from './date-time-field.module.css'
import type { DateTimeFieldProps } from './date-time-props.ts'

const Picker = lazy(async () => ({ default: (await import('./date-time-picker.tsx')).DateTimePickerField }))

/**
 * A point in time: picked in local time, given and taken as an ISO instant with Z, with the UTC value below.
 *
 *   <DateTimeField label="expiryDate" value={iso} onChange={setIso} shortcuts />
 */
export function DateTimeField(props: DateTimeFieldProps) {
  return (
    <Suspense fallback={<Waiting label={props.label} />}>
      <Picker {...props} />
    </Suspense>
  )
}

/** Keeps the place of the field while its calendar is on the way. */
const Waiting = ({ label }: { label: ReactNode }) => (
  <div className={css.field} aria-busy="true">
    <span className={css.label}>{label}</span>
    <span className={css.waiting} />
  </div>
)
