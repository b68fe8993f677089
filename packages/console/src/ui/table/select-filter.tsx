import type { Parameters, Values } from '../../lib/address.ts'
import { SelectField } from '../form/fields.tsx'
import { type Addressed, type ChoiceText, choiceOf, type ListFilter } from './segment-filter.tsx'

/** Returns a filter with a select field. */
export function selectFilter<P extends Parameters, K extends keyof P & string>(
  list: Addressed<P>,
  id: K,
  text: ChoiceText<Values<P>[K]> & { width: number },
): ListFilter {
  const { filter, ...control } = choiceOf(list, id, text)
  return {
    ...filter,
    control: <SelectField key={id} aria-label={text.label} w={text.width} {...control} />,
  }
}
