import { type AnswerOf, type ReferenceKind, referenceFields, type vendorGet } from '@stationmaster/contract'

/** What every kind has; the fields of its own lie beside it by their names. */
export type ReferenceRow = AnswerOf<typeof vendorGet> & Record<string, unknown>

// its own keys, in the order in which the contract has them
export const kinds = Object.keys(referenceFields) as ReferenceKind[]

/** The schema of a field, as far as a form needs it. */
export interface FieldShape {
  type?: string
  enum?: readonly string[]
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

type FieldsOf<K extends ReferenceKind> = keyof (typeof referenceFields)[K]
/** The names of all own fields of all kinds. */
export type FieldName = { [K in ReferenceKind]: FieldsOf<K> }[ReferenceKind] & string

/** The own fields of a kind; a model's vendor has a field of another sort. */
export const fieldsOf = (kind: ReferenceKind): [FieldName, FieldShape][] =>
  Object.entries(referenceFields[kind]).filter(([name]) => name !== 'vendorid') as [FieldName, FieldShape][]

/** Texts and words as they are, numbers as their field has them: empty while there is none. */
export interface Values extends Record<string, unknown> {
  code: string
  name: string
  description: string
  statecode: string
  vendorid: string | null
}
