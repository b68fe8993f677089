import type { ReactNode } from 'react'
import type { Field, JsonSchema } from './schema.ts'

/** What the control of a plain member is given. */
export interface FieldProps {
  field: Field
  value: unknown
  /** The label is there for assistive technology only: a column head says it to the others. */
  bare?: boolean
}

/** What a group or a list of groups is given. */
export interface NestedProps {
  field: Field
  value: unknown
  /** It was added just now: its first field takes the focus. */
  isNew: boolean
  /** Present when the group may be absent. */
  onRemove?: (() => void) | undefined
  /** Draws the members of an object: groups hold what holds groups. */
  draw: (schema: JsonSchema, path: string, value: unknown) => ReactNode
}
