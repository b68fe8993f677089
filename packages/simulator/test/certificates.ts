import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { children, derTag, readDer, writeDer } from '../src/station/der.ts'

const utcTime = 0x17
const ecdsaWithSha256 = writeDer(
  derTag.sequence,
  writeDer(derTag.oid, Buffer.from([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])),
)

const nameOf = (commonName: string): Buffer =>
  writeDer(
    derTag.sequence,
    writeDer(
      derTag.set,
      writeDer(
        derTag.sequence,
        writeDer(derTag.oid, Buffer.from([0x55, 0x04, 0x03])),
        writeDer(derTag.utf8, Buffer.from(commonName)),
      ),
    ),
  )

/** Creates a certificate of version 1 for a public key, signed by another key. */
function certificate(publicKey: Buffer, signer: KeyObject): string {
  const body = writeDer(
    derTag.sequence,
    writeDer(derTag.integer, Buffer.from([0x2a])),
    ecdsaWithSha256,
    nameOf('Test root'),
    writeDer(
      derTag.sequence,
      writeDer(utcTime, Buffer.from('200101000000Z')),
      writeDer(utcTime, Buffer.from('490101000000Z')),
    ),
    nameOf('Test root'),
    publicKey,
  )
  const signature = sign('sha256', body, signer)
  const whole = writeDer(
    derTag.sequence,
    body,
    ecdsaWithSha256,
    writeDer(derTag.bitString, Buffer.from([0]), signature),
  )
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`
}

const root = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

export const rootCertificate = certificate(
  root.publicKey.export({ type: 'spki', format: 'der' }),
  root.privateKey,
)

/** Returns the parts of a certificate request that tests check. */
export function readRequest(pem: string): { info: Buffer; publicKey: Buffer; signature: Buffer } {
  const [info, , signature] = children(readDer(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')))
  const [, , publicKey] = children(info!)
  return { info: info!.whole, publicKey: publicKey!.whole, signature: signature!.content.subarray(1) }
}

/** Returns the certificate that an authority would issue for a request. */
export const signRequest = (pem: string): string => certificate(readRequest(pem).publicKey, root.privateKey)
