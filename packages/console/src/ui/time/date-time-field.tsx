import { lazy, type ReactNode, Suspense } from 'react'
import css from './date-time-field.module.css'
import type { DateTimeFieldProps } from './date-time-props.ts'

const Picker = lazy(async () => ({ default: (await import('./date-time-picker.tsx')).DateTimePickerField }))

/**
 * A point in time: selected in local time, passed as an ISO instant with Z, with the UTC value below.
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

/** Reserves the space of the field while its calendar loads. */
const Waiting = ({ label }: { label: ReactNode }) => (
  <div className={css.field} aria-busy="true">
    <span className={css.label}>{label}</span>
    <span className={css.waiting} />
  </div>
)
