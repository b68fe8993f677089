import { locales } from '@stationmaster/contract'

const longest = 500

/**
 * Returns the address of the console to return to; null if it is invalid or leads elsewhere, because tokens
 * are sent there.
 */
export function readTarget(text: string | undefined, origin: string): string | null {
  if (text === undefined || !text.startsWith('/') || text.length > longest) return null
  if (!URL.canParse(text, origin)) return null
  const { pathname, search } = new URL(text, origin)
  const target = pathname + search
  // `/.//elsewhere` has been normalized to `//elsewhere` here
  return isSameOrigin(text, origin) && isSameOrigin(target, origin) ? target : null
}

const isSameOrigin = (address: string, origin: string): boolean =>
  URL.canParse(address, origin) && new URL(address, origin).origin === new URL(origin).origin

/** Returns a supported language for a tag such as `de-AT`. */
export const readLocale = (tag: string | undefined): string | null =>
  locales.find((locale) => locale === tag?.slice(0, 2).toLowerCase()) ?? null
