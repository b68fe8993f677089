import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long an address shows its picture; short, because whoever has the address may look. */
const lifeMs = 10 * 60_000

const signatureOf = (secret: string, id: string, size: string, expires: number): string =>
  createHmac('sha256', secret).update(`${id} ${size} ${expires}`).digest('base64url')

export type Size = 'full' | 'thumbnail'

/**
 * The address of a picture, for an `<img>`, which cannot send a token. It ends after ten to fifteen minutes and
 * stays the same for five, so that a browser need not load the picture again with each list.
 */
export function pictureAddress(secret: string, id: string, size: Size, nowMs: number): string {
  const bucket = lifeMs / 2
  const expires = Math.ceil(nowMs / bucket) * bucket + lifeMs
  return `/api/v1/file/${id}?size=${size}&expires=${expires}&signature=${signatureOf(secret, id, size, expires)}`
}

/** Which size the address asks for; null when its signature is wrong or its time is over. */
export function readAddress(
  secret: string,
  id: string,
  query: Readonly<Record<string, string>>,
  nowMs: number,
): Size | null {
  const { size, expires = '', signature = '' } = query
  if ((size !== 'full' && size !== 'thumbnail') || !/^\d{1,16}$/.test(expires)) return null
  const right = Buffer.from(signatureOf(secret, id, size, Number(expires)))
  const given = Buffer.from(String(signature))
  const isRight = given.length === right.length && timingSafeEqual(given, right)
  return isRight && Number(expires) > nowMs ? size : null
}
