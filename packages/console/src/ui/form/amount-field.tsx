import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

/** Field for an amount; `useAmount` checks it, `decimalOf` returns what the API expects. */
export function AmountField(props: ComponentProps<typeof TextField>) {
  return <TextField inputMode="decimal" autoComplete="off" maxLength={18} {...props} />
}
