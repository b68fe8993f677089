import { locales } from '@stationmaster/contract'

const longest = 500

/** The console's own address to return to; null for what leads elsewhere or is none. Tokens go there. */
export function readTarget(text: string | undefined, origin: string): string | null {
  if (text === undefined || !text.startsWith('/') || text.length > longest) return null
  if (!URL.canParse(text, origin)) return null
  const { pathname, search } = new URL(text, origin)
  const target = pathname + search
  // `/.//elsewhere` has become `//elsewhere` by now
  return isHere(text, origin) && isHere(target, origin) ? target : null
}

const isHere = (address: string, origin: string): boolean =>
  URL.canParse(address, origin) && new URL(address, origin).origin === new URL(origin).origin

/** One of our languages, from a tag such as `de-AT`. */
export const readLocale = (tag: string | undefined): string | null =>
  locales.find((locale) => locale === tag?.slice(0, 2).toLowerCase()) ?? null
