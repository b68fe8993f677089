import { createHmac } from 'node:crypto'

export interface AttemptSecrets {
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  verifier: string
}

/**
 * The secrets of one sign-in, from the browser's cookie and its state. So the database need not keep them, and who
 * knows the state alone knows none of them.
 */
export const attemptSecrets = (browser: string, state: string): AttemptSecrets => {
  const from = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: from('nonce'), verifier: from('verifier') }
}
