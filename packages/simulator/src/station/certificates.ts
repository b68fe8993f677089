import { createHash, generateKeyPairSync, sign, X509Certificate, type KeyObject } from 'node:crypto'
import { children, derTag, readDer, writeDer } from './der.ts'

export type HashAlgorithm = 'SHA256' | 'SHA384' | 'SHA512'
export type RootKind = 'CentralSystemRootCertificate' | 'ManufacturerRootCertificate'

export interface CertificateHash {
  readonly hashAlgorithm: HashAlgorithm
  readonly issuerNameHash: string
  readonly issuerKeyHash: string
  readonly serialNumber: string
}

function parse(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    // The callers reject what cannot be parsed; the sender has to find the reason.
    return null
  }
}

/** Returns the identifiers of a root in the whitepaper: hashes of its issuer and key, as in OCSP (RFC 6960). */
function hashOf(certificate: X509Certificate, hashAlgorithm: HashAlgorithm): CertificateHash {
  const body = children(children(readDer(certificate.raw))[0]!)
  // An explicit version, if present, precedes the serial number.
  const from = body[0]!.tag === derTag.attributes ? 1 : 0
  const issuer = body[from + 2]!
  const keyBits = children(body[from + 5]!)[1]!.content.subarray(1)
  const hash = (bytes: Buffer): string => createHash(hashAlgorithm.toLowerCase()).update(bytes).digest('hex')
  return {
    hashAlgorithm,
    issuerNameHash: hash(issuer.whole),
    issuerKeyHash: hash(keyBits),
    serialNumber: certificate.serialNumber.toLowerCase(),
  }
}

const oid = {
  commonName: Buffer.from([0x55, 0x04, 0x03]),
  organisation: Buffer.from([0x55, 0x04, 0x0a]),
  ecdsaWithSha256: Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]),
}

const nameMember = (type: Buffer, value: string): Buffer =>
  writeDer(
    derTag.set,
    writeDer(derTag.sequence, writeDer(derTag.oid, type), writeDer(derTag.utf8, Buffer.from(value))),
  )

/** Creates a certificate request (PKCS#10) for a station: O is the operator, CN the serial number (SW 2.5). */
function certificateRequest(
  serial: string,
  operator: string,
  keys: { publicKey: KeyObject; privateKey: KeyObject },
): string {
  const info = writeDer(
    derTag.sequence,
    writeDer(derTag.integer, Buffer.from([0])),
    writeDer(derTag.sequence, nameMember(oid.organisation, operator), nameMember(oid.commonName, serial)),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    writeDer(derTag.attributes),
  )
  const signature = sign('sha256', info, keys.privateKey)
  const request = writeDer(
    derTag.sequence,
    info,
    writeDer(derTag.sequence, writeDer(derTag.oid, oid.ecdsaWithSha256)),
    writeDer(derTag.bitString, Buffer.from([0]), signature),
  )
  const lines = request.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines.join('\n')}\n-----END CERTIFICATE REQUEST-----\n`
}

/** The root certificates that a station trusts, and its own certificate. */
export class Certificates {
  own: { certificate: X509Certificate; key: KeyObject; chain: string } | null = null
  private readonly roots: { kind: RootKind; certificate: X509Certificate }[] = []
  private waitingKey: KeyObject | null = null

  /** Installs a root; rejects a text that is not a certificate, fails if the store is full. */
  install(kind: RootKind, pem: string, maxRoots: number): 'Accepted' | 'Failed' | 'Rejected' {
    const certificate = parse(pem)
    if (!certificate) return 'Rejected'
    if (this.roots.some((each) => each.certificate.fingerprint256 === certificate.fingerprint256))
      return 'Accepted'
    if (this.roots.length >= maxRoots) return 'Failed'
    this.roots.push({ kind, certificate })
    return 'Accepted'
  }

  /** Returns the installed roots of a kind as PEM. */
  pems(kind: RootKind): string[] {
    return this.roots.filter((each) => each.kind === kind).map(({ certificate }) => certificate.toString())
  }

  list(kind: RootKind, algorithm: HashAlgorithm = 'SHA256'): CertificateHash[] {
    return this.roots.filter((each) => each.kind === kind).map((each) => hashOf(each.certificate, algorithm))
  }

  delete(wanted: CertificateHash): 'Accepted' | 'NotFound' {
    const at = this.roots.findIndex(({ certificate }) => {
      const hash = hashOf(certificate, wanted.hashAlgorithm)
      return (
        hash.issuerKeyHash === wanted.issuerKeyHash.toLowerCase() &&
        hash.issuerNameHash === wanted.issuerNameHash.toLowerCase() &&
        hash.serialNumber === wanted.serialNumber.toLowerCase()
      )
    })
    if (at < 0) return 'NotFound'
    this.roots.splice(at, 1)
    return 'Accepted'
  }

  /** Creates a new key and the certificate request for it. */
  request(serial: string, operator: string): string {
    const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    this.waitingKey = keys.privateKey
    return certificateRequest(serial, operator, keys)
  }

  /** Installs the requested certificate: only one for the key of the pending request. */
  signed(chain: string): 'Accepted' | 'Rejected' {
    const certificate = parse(chain)
    if (!certificate || !this.waitingKey || !certificate.checkPrivateKey(this.waitingKey)) return 'Rejected'
    this.own = { certificate, key: this.waitingKey, chain }
    this.waitingKey = null
    return 'Accepted'
  }
}
