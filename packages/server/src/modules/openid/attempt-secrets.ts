import { createHmac } from 'node:crypto'

export interface AttemptSecrets {
  state: string
  nonce: string
  /** Code verifier of PKCE (RFC 7636). */
  verifier: string
}

/**
 * Derives the secrets of one sign-in from the browser's cookie and its state. So the database need not store
 * them, and the state alone reveals none of them.
 */
export const attemptSecrets = (browser: string, state: string): AttemptSecrets => {
  const from = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: from('nonce'), verifier: from('verifier') }
}
