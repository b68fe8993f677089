import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** Returns the key of a secret: the bytes after `whsec_` in base64, else the text itself. */
export const keyOfSecret = (secret: string): Buffer =>
  secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)

/**
 * Returns the headers of the Standard Webhooks specification, by which the receiver checks the sender, detects
 * duplicates (id) and rejects old messages (time of the attempt in seconds).
 */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  { key, at }: { key: Buffer; at: Date },
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}
