import { type AnswerOf, type ReferenceKind, referenceFields, type vendorGet } from '@stationmaster/contract'

/** The fields that every kind has. */
export type CommonRow = AnswerOf<typeof vendorGet>
/** Fields of a single kind are indexed by name. */
export type ReferenceRow = CommonRow & Record<string, unknown>

// The object's own keys, in the order of the contract.
export const kinds = Object.keys(referenceFields) as ReferenceKind[]

/** The part of a field's schema that a form needs. */
export interface FieldShape {
  type?: string
  enum?: readonly string[]
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

type FieldsOf<K extends ReferenceKind> = keyof (typeof referenceFields)[K]
/** Names of the own fields of all kinds. */
export type FieldName = { [K in ReferenceKind]: FieldsOf<K> }[ReferenceKind] & string

/** Returns the own fields of a kind, without the vendor of a model, which has a different control. */
export const fieldsOf = (kind: ReferenceKind): [FieldName, FieldShape][] =>
  Object.entries(referenceFields[kind]).filter(([name]) => name !== 'vendorid') as [FieldName, FieldShape][]

/** Values of the form: texts and enumerated values unchanged; an empty number field is the empty string. */
export interface Values extends Record<string, unknown> {
  version_no?: number | undefined
  code: string
  name: string
  description: string
  statecode: string
  vendorid: string | null
}
