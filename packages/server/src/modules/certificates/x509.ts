import type { RelativeDistinguishedNames } from 'pkijs'

/** Object identifiers of the parts of a name. */
export const attribute = { commonName: '2.5.4.3', organisation: '2.5.4.10' } as const

/** Returns the values of one part of a name. */
export const nameOf = (name: RelativeDistinguishedNames, type: string): string[] =>
  name.typesAndValues
    .filter((part) => part.type === type)
    .map((part) => String((part.value as { valueBlock: { value: unknown } }).valueBlock.value))
