import type { ReactNode } from 'react'

/** Properties of a date-time field. */
export interface DateTimeFieldProps {
  label: ReactNode
  value: string | null
  onChange: (value: string | null) => void
  error?: ReactNode
  description?: ReactNode
  required?: boolean
  disabled?: boolean
  /** True to offer: in 15 minutes, in an hour, tomorrow 00:00. */
  shortcuts?: boolean
  withSeconds?: boolean
  /** True within a popover; without the UTC value. */
  nested?: boolean
  /** Earliest and latest instant. */
  min?: string
  max?: string
  id?: string
}
