import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  webcrypto,
  X509Certificate,
} from 'node:crypto'
import { BitString, Integer, Sequence, Set as AsnSet, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CertificationRequest,
  Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs'
import { authorityName } from '../../shared/admission.ts'
import type { CertificateAuthority, IssuedCertificate, StationRequest } from './authority.ts'
import { attribute } from './x509.ts'

const dayMs = 86_400_000
/** Days for which certificates of stations are valid. */
const validDays = 397
const authorityDays = 20 * 365
/** Milliseconds before now at which certificates become valid, for stations whose clock is slow. */
const backdateMs = 86_400_000

const extension = { basicConstraints: '2.5.29.19', keyUsage: '2.5.29.15', extendedKeyUsage: '2.5.29.37' }
const clientAuthentication = '1.3.6.1.5.5.7.3.2'
/** Bits of the key usage (RFC 5280, 4.2.1.3). */
const usage = { digitalSignature: 0x80, certificates: 0x06 }

/** Stored authority: its certificate as PEM and its key as PKCS #8. */
export interface StoredAuthority {
  id: string
  certificate: string
  key: Buffer
}

/** Creates the key and the certificate of an authority. */
export async function createAuthority(now: Date) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const commonName = `${authorityName} ${randomBytes(4).toString('hex')}`
  const certificate = newCertificate(now, authorityDays)
  certificate.subject = distinguishedName([[attribute.commonName, commonName]])
  certificate.issuer = certificate.subject
  await certificate.subjectPublicKeyInfo.importKey(
    await webcrypto.subtle.importKey('spki', publicKey.export({ type: 'spki', format: 'der' }), ecdsa, true, [
      'verify',
    ]),
  )
  certificate.extensions = [
    critical(extension.basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 })),
    critical(extension.keyUsage, bits(usage.certificates)),
  ]
  const key = privateKey.export({ type: 'pkcs8', format: 'der' })
  await certificate.sign(await importKey(key), 'SHA-256')
  return { commonName, certificate: toPem(certificate), key, expiresAt: certificate.notAfter.value }
}

/** Returns the authority of the installation, which signs with a stored key. */
export async function internalAuthority(stored: StoredAuthority): Promise<CertificateAuthority> {
  const key = await importKey(stored.key)
  const own = Certificate.fromBER(new X509Certificate(stored.certificate).raw)
  return {
    id: stored.id,
    certificate: stored.certificate,
    issue: async (request, identity, now) => {
      const certificate = newCertificate(now, validDays)
      if (certificate.notAfter.value > own.notAfter.value) certificate.notAfter = own.notAfter
      certificate.issuer = own.subject
      describe(certificate, request, identity)
      await certificate.sign(key, 'SHA-256')
      return issued(certificate)
    },
  }
}

function describe(certificate: Certificate, { der, organisation }: StationRequest, identity: string): void {
  certificate.subject = distinguishedName([
    ...(organisation === null ? [] : [[attribute.organisation, organisation] as const]),
    [attribute.commonName, identity],
  ])
  certificate.subjectPublicKeyInfo = CertificationRequest.fromBER(der).subjectPublicKeyInfo
  certificate.extensions = [
    critical(extension.basicConstraints, new BasicConstraints({ cA: false })),
    critical(extension.keyUsage, bits(usage.digitalSignature)),
    new Extension({
      extnID: extension.extendedKeyUsage,
      extnValue: new ExtKeyUsage({ keyPurposes: [clientAuthentication] }).toSchema().toBER(false),
    }),
  ]
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' }

const importKey = (pkcs8: Buffer) =>
  webcrypto.subtle.importKey(
    'pkcs8',
    createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'der' }),
    ecdsa,
    false,
    ['sign'],
  )

function newCertificate(now: Date, days: number): Certificate {
  const certificate = new Certificate()
  // X.509 version 3
  certificate.version = 2
  const serial = randomBytes(16)
  // positive, and without leading zeros
  serial[0] = (serial[0]! & 0x7f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer })
  certificate.notBefore = certificateTime(now.getTime() - backdateMs)
  certificate.notAfter = certificateTime(now.getTime() + days * dayMs)
  return certificate
}

/** Returns a time in whole seconds; RFC 5280, 4.1.2.5: years from 2050 on have four digits. */
function certificateTime(ms: number): Time {
  const value = new Date(Math.floor(ms / 1000) * 1000)
  return new Time({
    type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime,
    value,
  })
}

/** Returns a name with one part per set; the library would write all parts into one set. */
const distinguishedName = (parts: readonly (readonly [type: string, value: string])[]) =>
  RelativeDistinguishedNames.fromBER(
    new Sequence({
      value: parts.map(
        ([type, value]) =>
          new AsnSet({
            value: [new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }).toSchema()],
          }),
      ),
    }).toBER(false),
  )

/** A value that an extension encodes. */
interface Encodable {
  toSchema(): { toBER(sizeOnly?: boolean): ArrayBuffer }
}

const critical = (extnID: string, value: Encodable): Extension =>
  new Extension({ extnID, critical: true, extnValue: value.toSchema().toBER(false) })

function bits(value: number): Encodable {
  const unused = 31 - Math.clz32(value & -value)
  return { toSchema: () => new BitString({ valueHex: new Uint8Array([value]).buffer, unusedBits: unused }) }
}

function issued(certificate: Certificate): IssuedCertificate {
  const pem = toPem(certificate)
  const read = new X509Certificate(pem)
  return {
    certificate: pem,
    serial: read.serialNumber.toLowerCase(),
    fingerprint: fingerprintOf(pem),
    subject: oneLine(read.subject),
    issuer: oneLine(read.issuer),
    validFrom: certificate.notBefore.value,
    validUntil: certificate.notAfter.value,
  }
}

/** Returns the SHA-256 of a certificate in PEM, as hexadecimal digits. */
export const fingerprintOf = (pem: string): string =>
  createHash('sha256').update(new X509Certificate(pem).raw).digest('hex')

const oneLine = (name: string): string => name.split('\n').join(', ')

function toPem(certificate: Certificate): string {
  const lines =
    Buffer.from(certificate.toSchema(true).toBER(false))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
