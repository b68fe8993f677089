/** Codes of refusals that say how a call failed; the message says the rest, in English. */
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

/** Codes of refusals that a client can word by itself, with the values in `params` where there are any. */
export const specificCodes = [
  'address_refused',
  'ambiguous',
  'area_closed',
  'card_deleted',
  'card_taken',
  'code_taken',
  'connector_not_announced',
  'edited_elsewhere',
  'email_taken',
  'fresh_login_required',
  'identity_taken',
  'in_use',
  'list_too_long',
  'local_only',
  'login_taken',
  'mfa_required',
  'name_taken',
  'password_change_required',
  'quota_exceeded',
  'station_deleted',
  'totp_required',
  'unauthorized_client',
] as const

export type SpecificCode = (typeof specificCodes)[number]

/** Rules of a schema that a value can break; `params.rule` of a refusal with the code `invalid`. */
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
