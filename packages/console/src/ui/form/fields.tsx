import { Autocomplete, Textarea } from '@mantine/core'
import { withLengthLimit } from './length-limit.tsx'

/**
 * Fields in our layout (36 px, label above, hint and error below, error linked to the field). They take
 * Mantine's properties; spread `form.getInputProps('name')` into them. Screens import fields from here, never
 * from Mantine.
 */
export {
  Checkbox as CheckField,
  Fieldset as FieldGroup,
  MultiSelect as MultiSelectField,
  NumberInput as NumberField,
  Radio as RadioField,
  Select as SelectField,
  Switch as SwitchField,
  TagsInput as TagsField,
} from '@mantine/core'
export const SuggestField = withLengthLimit(Autocomplete)
export const TextAreaField = withLengthLimit(Textarea)
export { TextField } from './text-field.tsx'
export { SegmentedControl } from './segmented-control.tsx'
export { PasswordField } from './password-field.tsx'
