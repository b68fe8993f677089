/** How a call failed; each kind has one HTTP status. */
export const errorKinds = {
  /** The request cannot be understood or breaks a rule; `field` names where. */
  invalid: 400,
  /** Understood, but not possible in this state. */
  'not-possible': 400,
  unauthorized: 401,
  forbidden: 403,
  /** Does not exist, or the caller may not see it. */
  'not-found': 404,
  /** Changed by another user, or exists already. */
  conflict: 409,
  'too-large': 413,
  'unsupported-type': 415,
  'upgrade-required': 426,
  /** The response names the seconds to wait in `Retry-After`. */
  'too-many': 429,
  internal: 500,
  /** The station or the storage does not answer. */
  unavailable: 503,
} as const
export type ErrorKind = keyof typeof errorKinds

/**
 * Errors by code (`area.reason`). A message is English; its placeholders `{{name}}` and `{{name, number}}` are
 * the parameters of the error.
 */
export type ErrorTable = Readonly<Record<`${string}.${string}`, { kind: ErrorKind; message: string }>>
