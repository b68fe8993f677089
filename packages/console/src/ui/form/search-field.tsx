import type { SelectProps } from '@mantine/core'
import { useFailureText } from '../feedback/feedback.tsx'
import { SelectField } from './fields.tsx'

/** A select whose options the server searches by what is typed; `failure` is that of the search. */
export function SearchField({ failure, error, ...field }: SelectProps<string> & { failure: Error | null }) {
  const words = useFailureText(failure)
  return (
    <SelectField
      searchable
      // The server has already searched.
      filter={({ options }) => options}
      error={failure ? words.title : error}
      {...field}
    />
  )
}
