import type { SelectProps } from '@mantine/core'
import { use } from 'react'
import type { Parameters, Values } from '../../lib/address.ts'
import { SelectField } from '../form/fields.tsx'
import { InFiltersMenu } from './in-filters-menu.ts'
import { type Addressed, type ChoiceText, choiceOf, type ListFilter } from './segment-filter.tsx'

/** A select field that filters a list, in its toolbar or in its menu of filters, where its name is visible. */
export function FilterSelect({
  label,
  width,
  ...props
}: Omit<SelectProps<string>, 'label'> & { label: string; width: number }) {
  return use(InFiltersMenu) ? (
    // options outside the menu would close it; it scrolls, and must not cut them
    <SelectField
      label={label}
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      {...props}
    />
  ) : (
    <SelectField aria-label={label} w={width} {...props} />
  )
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
