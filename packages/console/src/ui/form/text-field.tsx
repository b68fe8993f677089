/** One line of text; apart from the other fields, so that the sign-in loads nothing else. */
export { TextInput as TextField } from '@mantine/core'
