/**
 * The error codes of OCPP-J 1.6, table 7, in the standard's own spelling: `FormationViolation` and
 * `OccurenceConstraintViolation` are written like this there, and so they are sent.
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

/** What else is seen on the wire: correct English, the words of 2.0.1 and their mixtures. */
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

/** The code that a station means, whatever spelling and case it uses; null for a word of its own. */
export function readErrorCode(text: string): ErrorCode | null {
  return byFoldedName.get(text.trim().toLowerCase()) ?? null
}
