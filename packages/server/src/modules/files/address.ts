import { createHmac, timingSafeEqual } from 'node:crypto'

/** Milliseconds for which an address is valid; short, because anyone who has it can see the picture. */
const lifeMs = 10 * 60_000

const signatureOf = (
  secret: string,
  id: string,
  { size, expires }: { size: string; expires: number },
): string => createHmac('sha256', secret).update(`${id} ${size} ${expires}`).digest('base64url')

export type Size = 'full' | 'thumbnail'

/**
 * Returns a signed address of a picture for an `<img>`, which cannot send a token. It expires after ten to
 * fifteen minutes and stays the same for five, so that browsers can cache the picture.
 */
export function pictureAddress(
  secret: string,
  id: string,
  { size, nowMs }: { size: Size; nowMs: number },
): string {
  const bucket = lifeMs / 2
  const expires = Math.ceil(nowMs / bucket) * bucket + lifeMs
  return `/api/v1/file/${id}?size=${size}&expires=${expires}&signature=${signatureOf(secret, id, { size, expires })}`
}

/** Returns the size that the address requests; null if its signature is wrong or it has expired. */
export function readAddress(
  secret: string,
  id: string,
  { query, nowMs }: { query: Readonly<Record<string, string>>; nowMs: number },
): Size | null {
  const { size, expires = '', signature = '' } = query
  if ((size !== 'full' && size !== 'thumbnail') || !/^\d{1,16}$/.test(expires)) return null
  const right = Buffer.from(signatureOf(secret, id, { size, expires: Number(expires) }))
  const given = Buffer.from(String(signature))
  const isRight = given.length === right.length && timingSafeEqual(given, right)
  return isRight && Number(expires) > nowMs ? size : null
}
