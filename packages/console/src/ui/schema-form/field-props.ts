import type { ReactNode } from 'react'
import type { Field, JsonSchema } from './schema.ts'

/** Properties of the control of a plain member. */
export interface FieldProps {
  field: Field
  value: unknown
  /** True if the label is visible to assistive technology only, because a column head shows it. */
  bare?: boolean
}

/** Properties of an object or a list of objects. */
export interface NestedProps {
  field: Field
  value: unknown
  /** True if it was just added: its first field takes the focus. */
  isNew: boolean
  /** Present if the group is optional. */
  onRemove?: (() => void) | undefined
  /** Renders the members of an object; passed down because objects contain objects. */
  draw: (schema: JsonSchema, path: string, value: unknown) => ReactNode
}
