import type { SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import { countries } from '../../lib/countries.ts'
import { useFormat } from '../../lib/format.ts'
import { SelectField } from './fields.tsx'

/** Choice of a country by its name; the value is its code, or empty. */
export function CountryField(props: Omit<SelectProps, 'data'>) {
  const { tag } = useFormat()
  const data = useMemo(() => countries(tag), [tag])
  return <SelectField searchable clearable limit={300} data={data} {...props} />
}
