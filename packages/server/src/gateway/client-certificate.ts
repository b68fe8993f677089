import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { authorityName, type ClientCertificate } from '../shared/admission.ts'

/** Returns the client certificate of a request's TLS handshake; null if none was sent. */
export function clientCertificate({ socket }: IncomingMessage): ClientCertificate | null {
  if (!(socket instanceof TLSSocket)) return null
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return null
  // of several common names an array
  const { subject, issuer } = certificate.toLegacyObject()
  const name: unknown = subject?.CN
  return {
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    isOwn: String(issuer?.CN).startsWith(authorityName),
    commonName: typeof name === 'string' ? name : null,
    problem: socket.authorized ? null : problemOf(socket.authorizationError),
  }
}

const problemOf = (error: unknown): 'expired' | 'untrusted' =>
  String(error).includes('CERT_HAS_EXPIRED') ? 'expired' : 'untrusted'
