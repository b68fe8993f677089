import { TextInput } from '@mantine/core'
import { withLengthLimit } from './length-limit.tsx'

/** One line of text; separate from the other fields, so that the sign-in loads nothing else. */
export const TextField = withLengthLimit(TextInput)
