import type { PriceLanguage } from '@stationmaster/contract'
import { useLanguage, useTexts } from '../../lib/texts.ts'

/** Returns the language of the user, for prices in words. Needs the texts `tariffs`. */
export function usePriceLanguage(): PriceLanguage {
  const t = useTexts('tariffs')
  return { language: useLanguage(), text: t }
}
