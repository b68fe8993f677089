import type { ReactNode } from 'react'
import type { Choice, Go, Parameters, Values } from '../../lib/address.ts'
import { SegmentedControl } from '../form/segmented-control.tsx'

/** A filter of a list. */
export interface ListFilter {
  control?: ReactNode
  /** When it may be shown in the menu of filters; never if absent. */
  inMenu?: 'always' | 'phone'
  /** Texts that describe the filter while it is active. */
  active: readonly string[]
  /** Parameters of the address without the filter. */
  clear: Readonly<Record<string, unknown>>
}

export interface Addressed<P extends Parameters> {
  where: P
  at: Values<P>
  go: Go<P>
}

export interface ChoiceText<T> {
  label: string
  /** Returns the text of a value. */
  word: (value: T) => string
  /** Values that are no filter; the first is set when filters are cleared. The default of the parameter if absent. */
  none?: readonly T[]
  /** Value to show instead of that of the address. */
  shown?: T
}

/** Returns a filter by one parameter of the address, and what its control needs. */
export function choiceOf<P extends Parameters, K extends keyof P & string>(
  { where, at, go }: Addressed<P>,
  id: K,
  { word, none, shown = at[id] }: ChoiceText<Values<P>[K]>,
) {
  // The id names a parameter made by `oneOf`.
  const parameter = where[id] as unknown as Choice<string>
  const wordOf = word as (value: string) => string
  const value = shown as string
  const unset = (none as readonly string[] | undefined) ?? [parameter.read(null)]
  return {
    filter: { active: unset.includes(value) ? [] : [wordOf(value)], clear: { [id]: unset[0] } },
    value,
    data: parameter.words.map((one) => ({ value: one, label: wordOf(one) })),
    onChange: (next: string | null) =>
      go({ [id]: parameter.read(next), page: 1 } as unknown as Partial<Values<P>>),
  }
}

/** Returns a filter with a button per value. */
export function segmentFilter<P extends Parameters, K extends keyof P & string>(
  list: Addressed<P>,
  id: K,
  text: ChoiceText<Values<P>[K]>,
): ListFilter {
  const { filter, ...control } = choiceOf(list, id, text)
  return {
    ...filter,
    inMenu: 'phone',
    control: <SegmentedControl key={id} aria-label={text.label} {...control} />,
  }
}
