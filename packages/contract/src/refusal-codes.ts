/** Codes of refusals that say only how a call failed; the message has the details, in English. */
export const generalCodes = [
  'invalid',
  'not-possible',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'too-large',
  'too-many',
  'unavailable',
  'internal',
] as const

/** Schema rules that a value can violate; `params.rule` of a refusal with the code `invalid`. */
export const schemaRules = [
  'date-time',
  'enum',
  'maximum',
  'maxItems',
  'maxLength',
  'minimum',
  'minItems',
  'minLength',
  'pattern',
  'required',
  'type',
  'uuid',
] as const

export type SchemaRule = (typeof schemaRules)[number]
