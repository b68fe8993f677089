import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** Keys of a browser: its public key on P-256, uncompressed, and its secret of 16 bytes. */
export interface PushKeys {
  p256dh: Buffer
  auth: Buffer
}

const curve = 'prime256v1'
const recordSize = 4_096
/** Maximum length of a message in bytes: one record, without its tag and its delimiter (RFC 8188, 2). */
export const maxPushBytes = recordSize - 16 - 1 - 86

const derive = (key: Buffer, salt: Buffer, { info, length }: { info: Buffer | string; length: number }) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Returns true if the keys have the form of RFC 8291: a point of the curve, and a secret of 16 bytes. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  const own = createECDH(curve)
  own.generateKeys()
  try {
    own.computeSecret(p256dh)
  } catch {
    return false // not a point of the curve
  }
  return p256dh.length === 65 && auth.length === 16
}

/**
 * Encrypts a message for a browser (RFC 8291) as one record of `aes128gcm` (RFC 8188).
 * @param random private key and salt; given only by the test with the values of the standard
 */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: PushKeys,
  random?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const own = createECDH(curve)
  if (random) own.setPrivateKey(random.privateKey)
  else own.generateKeys()
  const publicKey = own.getPublicKey()
  const salt = random?.salt ?? randomBytes(16)
  // RFC 8291, 3.4
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const shared = derive(own.computeSecret(p256dh), auth, { info, length: 32 })
  // RFC 8188, 2.2 and 2.3
  const key = derive(shared, salt, { info: 'Content-Encoding: aes128gcm\0', length: 16 })
  const nonce = derive(shared, salt, { info: 'Content-Encoding: nonce\0', length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // the delimiter 2 marks the last record
  const text = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.of(publicKey.length), publicKey, text, cipher.getAuthTag()])
}
