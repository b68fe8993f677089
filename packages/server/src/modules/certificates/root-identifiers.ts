import { createHash, X509Certificate } from 'node:crypto'
import { Certificate } from 'pkijs'

export const hashAlgorithms = ['SHA256', 'SHA384', 'SHA512'] as const
export type HashAlgorithm = (typeof hashAlgorithms)[number]

/** Identifiers of a root certificate (CertificateHashDataType of the security whitepaper), in lower case. */
export interface RootIdentifiers {
  hashAlgorithm: HashAlgorithm
  issuerNameHash: string
  issuerKeyHash: string
  serial: string
}

/** Returns the identifiers of a root: hashes of its name and its key, as in OCSP (RFC 6960, 4.1.1), and its serial number. */
export function rootIdentifiers(certificate: X509Certificate, hashAlgorithm: HashAlgorithm): RootIdentifiers {
  const { issuer, subjectPublicKeyInfo } = Certificate.fromBER(certificate.raw)
  const hash = (bytes: ArrayBuffer | Uint8Array): string =>
    createHash(hashAlgorithm.toLowerCase())
      .update(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
      .digest('hex')
  return {
    hashAlgorithm,
    issuerNameHash: hash(issuer.valueBeforeDecode),
    issuerKeyHash: hash(subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView),
    serial: serialOf(certificate.serialNumber),
  }
}

/** Returns a serial number in lower case and without leading zeros, as stations write it in several forms. */
export const serialOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:0x)?0+(?=.)/, '')

/** Returns the only certificate of a text in PEM if it is that of an authority and has not expired; else null. */
export function readRoot(pem: string, now: Date): X509Certificate | null {
  if (pem.match(/-----BEGIN/g)?.length !== 1) return null
  try {
    const certificate = new X509Certificate(pem)
    return certificate.ca && new Date(certificate.validTo) > now ? certificate : null
  } catch {
    return null
  }
}
