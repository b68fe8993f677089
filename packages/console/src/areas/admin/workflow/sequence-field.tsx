import type { ComponentProps } from 'react'
import { NumberField } from '../../../ui/form/fields.tsx'

/** Position of a row among its siblings. */
export const SequenceField = (field: ComponentProps<typeof NumberField>) => (
  <NumberField min={0} max={1_000_000} allowDecimal={false} {...field} />
)
