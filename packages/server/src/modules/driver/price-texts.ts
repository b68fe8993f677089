import type { PriceLanguage, PriceTextKey } from '@stationmaster/contract'
import texts from './price-texts.gen.json' with { type: 'json' }
import type { Locale } from './public-texts.ts'

type Key = PriceTextKey | `price.${keyof (typeof texts)['en']['price']}`

/** Returns a text of prices of the console with these values. */
export function priceText(language: Locale, key: Key, values: Record<string, string | null> = {}): string {
  let found: unknown = texts[language]
  for (const part of key.split('.')) found = (found as Record<string, unknown>)[part]
  return String(found).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
}

/** Returns a language for prices in words. */
export const priceLanguage = (language: Locale): PriceLanguage => ({
  language,
  text: (key, values) => priceText(language, key, values),
})
