import type { ComponentProps } from 'react'
import { useFormat } from '../../lib/format.ts'
import { TextField } from './text-field.tsx'

/** Field for a decimal number, shown with the separator of the language; `decimalOf` returns what the API expects. */
export function DecimalField({ value, ...props }: ComponentProps<typeof TextField> & { value: string }) {
  const { decimalSeparator } = useFormat()
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={value.replace('.', decimalSeparator)}
    />
  )
}
