import type { ComponentProps } from 'react'
import { NumberField } from '../../../ui/form/fields.tsx'

type Rest = Omit<ComponentProps<typeof NumberField>, 'value' | 'onChange'>

/** Position of a row among its siblings. */
export function SequenceField({
  onChange,
  ...rest
}: Rest & { value: number; onChange: (value: number) => void }) {
  return (
    <NumberField
      min={0}
      max={1_000_000}
      allowDecimal={false}
      {...rest}
      onChange={(value) => onChange(Number(value))}
    />
  )
}
