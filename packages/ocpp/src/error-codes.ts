/**
 * The error codes of OCPP-J 1.6, table 7, in the spelling of the standard: `FormationViolation` and
 * `OccurenceConstraintViolation` are misspelled there and are sent that way.
 */
export const errorCodes = [
  'NotImplemented',
  'NotSupported',
  'InternalError',
  'ProtocolError',
  'SecurityError',
  'FormationViolation',
  'PropertyConstraintViolation',
  'OccurenceConstraintViolation',
  'TypeConstraintViolation',
  'GenericError',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Other spellings seen in the field: correct English, the codes of 2.0.1 and mixtures of both. */
const otherSpellings: Readonly<Record<string, ErrorCode>> = {
  formatviolation: 'FormationViolation',
  occurrenceconstraintviolation: 'OccurenceConstraintViolation',
  rpcframeworkerror: 'ProtocolError',
  messagetypenotsupported: 'NotSupported',
}

const byFoldedName = new Map<string, ErrorCode>([
  ...Object.entries(otherSpellings),
  ...errorCodes.map((code): [string, ErrorCode] => [code.toLowerCase(), code]),
])

/** Returns the standard code for any spelling or case of it; null for an unknown code. */
export function readErrorCode(text: string): ErrorCode | null {
  return byFoldedName.get(text.trim().toLowerCase()) ?? null
}
