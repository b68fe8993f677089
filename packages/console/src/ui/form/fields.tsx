/**
 * Fields with our measures (36 px, label above, hint and error below, error tied to the field). They take Mantine's
 * properties; spread `form.getInputProps('name')` into them. Screens take fields from here, never from Mantine.
 */
export {
  Autocomplete as SuggestField,
  Checkbox as CheckField,
  Fieldset as FieldGroup,
  MultiSelect as MultiSelectField,
  NumberInput as NumberField,
  Radio as RadioField,
  Select as SelectField,
  Switch as SwitchField,
  TagsInput as TagsField,
  Textarea as TextAreaField,
} from '@mantine/core'
export { TextField } from './text-field.tsx'
export { Segments } from './segments.tsx'
export { PasswordField } from './password-field.tsx'
