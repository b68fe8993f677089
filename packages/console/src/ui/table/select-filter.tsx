import type { SelectProps } from '@mantine/core'
import type { Parameters, Values } from '../../lib/address.ts'
import { SelectField } from '../form/fields.tsx'
import { useFilterName } from './filter-name.ts'
import { type Addressed, type ChoiceText, choiceOf, type ListFilter } from './segment-filter.tsx'

/** A select field that filters a list, in its toolbar or in its menu of filters. */
export function FilterSelect({
  label,
  width,
  ...props
}: Omit<SelectProps<string>, 'label'> & { label: string; width: number }) {
  return <SelectField {...useFilterName(label, width)} {...props} />
}

/** Returns a filter with a select field. */
export function selectFilter<P extends Parameters, K extends keyof P & string>(
  list: Addressed<P>,
  id: K,
  text: ChoiceText<Values<P>[K]> & { width: number },
): ListFilter {
  const { filter, ...control } = choiceOf(list, id, text)
  return {
    ...filter,
    inMenu: 'phone',
    control: <FilterSelect key={id} label={text.label} width={text.width} {...control} />,
  }
}
