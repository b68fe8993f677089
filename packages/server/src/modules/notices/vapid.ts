import { createECDH } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import type { SecretBox } from '../../shared/secret-box.ts'

/** Key pair with which push services recognize this server (RFC 8292). */
export interface VapidKey {
  /** Uncompressed point on P-256 as base64url, to which browsers bind their subscriptions. */
  publicKey: string
  /** Returns the value of `Authorization` for an endpoint. */
  authorize: (endpoint: string, now: Date) => Promise<string>
}

/** RFC 8292, 2: at most 24 hours. */
const validSeconds = 12 * 3_600

/**
 * Derives the key pair from the key of the server, so that all processes have the same one and no copy is stored.
 * @param contact origin or mail address at which operators of push services reach the operator of this server
 */
export async function deriveVapidKey(
  secrets: Pick<SecretBox, 'sign'>,
  contact: () => string,
): Promise<VapidKey> {
  const { publicKey, privateKey } = await deriveKeyPair(secrets)
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
    'ES256',
  )
  const text = publicKey.toString('base64url')
  return {
    publicKey: text,
    authorize: async (endpoint, now) => {
      const token = await new SignJWT({ sub: contact() })
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(Math.floor(now.getTime() / 1_000) + validSeconds)
        .sign(key)
      return `vapid t=${token}, k=${text}`
    },
  }
}

async function deriveKeyPair(secrets: Pick<SecretBox, 'sign'>) {
  for (let attempt = 0; ; attempt += 1) {
    const privateKey = await secrets.sign(`web push key ${attempt}`)
    const pair = createECDH('prime256v1')
    try {
      pair.setPrivateKey(privateKey)
    } catch {
      continue // not below the order of the curve, once in 2^32
    }
    return { publicKey: pair.getPublicKey(), privateKey }
  }
}
