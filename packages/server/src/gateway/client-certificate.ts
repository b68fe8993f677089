import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { ClientCertificate } from '../shared/admission.ts'

/** Returns the client certificate of a request's TLS handshake; null if none was sent. */
export function clientCertificate({ socket }: IncomingMessage): ClientCertificate | null {
  if (!(socket instanceof TLSSocket)) return null
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return null
  // of several common names an array
  const name: unknown = certificate.toLegacyObject().subject?.CN
  return {
    commonName: typeof name === 'string' ? name : null,
    problem: socket.authorized ? null : problemOf(socket.authorizationError),
  }
}

const problemOf = (error: unknown): 'expired' | 'untrusted' =>
  String(error).includes('CERT_HAS_EXPIRED') ? 'expired' : 'untrusted'
