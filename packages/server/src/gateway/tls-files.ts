import { constants, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { StationTlsConfig } from '../shared/config.ts'

/** Content of the files of the port for stations with TLS. */
export interface TlsFiles {
  pairs: { certificate: string; key: string }[]
  /** PEM of the authorities of client certificates; empty if none is configured. */
  clientCa: string
  /** Moment at which the first of the server's certificates expires. */
  expires: Date
  /** The certificates of the server. */
  certificates: ServerCertificate[]
  /** The authorities of client certificates; empty if none is configured. */
  authorities: ServerCertificate[]
  /** Changes with the content. */
  version: string
}

export interface ServerCertificate {
  subject: string
  issuer: string
  /** SHA-256, as hexadecimal digits. */
  fingerprint: string
  validFrom: Date
  validUntil: Date
}

/** Reads and checks the files. Throws an error that names the file and the problem. */
export async function readTlsFiles(config: StationTlsConfig, now: Date): Promise<TlsFiles> {
  const pairs = await Promise.all(
    config.pairs.map(async ({ certificate, key }) => ({
      certificate: await read(certificate),
      key: await read(key),
    })),
  )
  const clientCa = config.clientCa === undefined ? '' : await read(config.clientCa)
  const certificates = pairs.map((pair, place) => checkPair(pair, config.pairs[place]!, now))
  const expires = new Date(Math.min(...certificates.map(({ validUntil }) => validUntil.getTime())))
  const authorities = config.clientCa === undefined ? [] : checkAuthorities(clientCa, config.clientCa)
  return { pairs, clientCa, expires, certificates, authorities, version: JSON.stringify([pairs, clientCa]) }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new Error(`${path} cannot be read`, { cause: error })
  }
}

type Pair = TlsFiles['pairs'][number]

/** Returns a certificate after checking that it is still valid and that its key belongs to it. */
function checkPair({ certificate, key }: Pair, paths: Pair, now: Date): ServerCertificate {
  try {
    createSecureContext({ cert: certificate, key })
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new Error(
      `${paths.certificate} and ${paths.key} are not a certificate and its key in PEM: ${reason}`,
      {
        cause: error,
      },
    )
  }
  const read = new X509Certificate(certificate)
  const validUntil = new Date(read.validTo)
  if (validUntil <= now) throw new Error(`${paths.certificate} expired at ${validUntil.toISOString()}`)
  return describe(read)
}

function describe(read: X509Certificate): ServerCertificate {
  return {
    subject: read.subject.split('\n').join(', '),
    issuer: read.issuer.split('\n').join(', '),
    fingerprint: read.fingerprint256.replaceAll(':', '').toLowerCase(),
    validFrom: new Date(read.validFrom),
    validUntil: new Date(read.validTo),
  }
}

/** Returns the authorities of a file after checking that each is one. */
function checkAuthorities(text: string, path: string): ServerCertificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new Error(`${path} has no certificate in PEM`)
  return blocks.map((block, place) => {
    if (!isAuthority(block)) throw new Error(`${path}: certificate ${place + 1} is not that of an authority`)
    return describe(new X509Certificate(block))
  })
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}

/**
 * Cipher suites of the OCPP security whitepaper (A00.FR.318) for TLS 1.2, and those of TLS 1.3. The ones with
 * ephemeral keys come first.
 */
const ciphers = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'AES256-GCM-SHA384',
  'AES128-GCM-SHA256',
].join(':')

/** Returns the options of a TLS context. @param authorities PEM of further authorities of client certificates */
export function contextOptions(files: TlsFiles, authorities: readonly string[]): SecureContextOptions {
  return {
    cert: files.pairs.map(({ certificate }) => certificate),
    key: files.pairs.map(({ key }) => key),
    // never undefined: then every public authority could issue client certificates
    ca: [files.clientCa, ...authorities].filter((pem) => pem !== ''),
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers,
    honorCipherOrder: true,
    // Sessions are not resumed: the chain of a client certificate is checked again by each handshake.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,
  }
}
