import { createPublicKey } from 'node:crypto'
import { CertificationRequest } from 'pkijs'
import type { StationRequest } from './authority.ts'
import { attribute, nameOf } from './x509.ts'

/** Reason for which a certificate request is refused. */
export type RequestProblem = 'unreadable' | 'signature' | 'key' | 'identity' | 'organisation'

const rsaBits = { least: 2048, most: 4096 }
const curves = new Set(['prime256v1', 'secp384r1', 'secp521r1'])
const longestOrganisation = 64

/**
 * Checks a certificate request: its signature, the kind and size of its key (A00.FR.501 and following), and that
 * its common name is the identity of the station.
 */
export async function checkRequest(
  pem: string,
  identity: string,
): Promise<StationRequest | { problem: RequestProblem }> {
  const body = /-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([^-]+)-----END/.exec(pem)?.[1]
  if (!body) return { problem: 'unreadable' }
  const der = Buffer.from(body, 'base64')
  let request: CertificationRequest
  try {
    request = CertificationRequest.fromBER(der)
  } catch {
    return { problem: 'unreadable' }
  }
  if (!isStrongKey(request)) return { problem: 'key' }
  if (!(await request.verify().catch(() => false))) return { problem: 'signature' }
  const names = nameOf(request.subject, attribute.commonName)
  if (names.length !== 1 || names[0] !== identity) return { problem: 'identity' }
  const organisations = nameOf(request.subject, attribute.organisation)
  if (organisations.length > 1 || (organisations[0]?.length ?? 0) > longestOrganisation)
    return { problem: 'organisation' }
  return { der, organisation: organisations[0] ?? null }
}

function isStrongKey(request: CertificationRequest): boolean {
  try {
    const der = Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER(false))
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPublicKey({
      key: der,
      format: 'der',
      type: 'spki',
    })
    if (type === 'ec') return curves.has(details?.namedCurve ?? '')
    const bits = details?.modulusLength ?? 0
    return type === 'rsa' && bits >= rsaBits.least && bits <= rsaBits.most
  } catch {
    return false
  }
}
