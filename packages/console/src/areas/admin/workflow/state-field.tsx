import { SelectField } from '../../../ui/form/fields.tsx'
import type { ClassModel, State } from './class-model.ts'

/** Stands for "any" among the ids of states. */
export const anyState = '*'

/** Returns the name of a state of the class. */
export const stateNamed = ({ states }: ClassModel, id: string | null): string | undefined =>
  states.find((state) => state.id === id)?.label

/** Selects a state; "any" comes first if it is allowed. */
export function StateField({
  label,
  states,
  any,
  value,
  onChange,
  ...rest
}: {
  label: string
  states: readonly State[]
  any?: string
  value: string | null
  onChange: (id: string) => void
  disabled?: boolean
  error?: string
  description?: string
  name?: string
  required?: boolean
}) {
  const known = states.map(({ id, label: name }) => ({ value: id, label: name }))
  return (
    <SelectField
      label={label}
      searchable
      data={any === undefined ? known : [{ value: anyState, label: any }, ...known]}
      value={value ?? (any === undefined ? null : anyState)}
      onChange={(id) => id !== null && onChange(id)}
      {...rest}
    />
  )
}
