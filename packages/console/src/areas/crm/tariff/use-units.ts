import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'

/** Returns the symbol of a currency, such as €, and the units of prices in it, such as €/kWh. */
export function useUnits(currency: string) {
  const t = useTexts('tariffs')
  const { tag } = useFormat()
  const price = symbolOf(tag, currency)
  return {
    amount: price,
    kwh: t('units.kwh', { price }),
    minute: t('units.minute', { price }),
    hour: t('units.hour', { price }),
    session: price,
  }
}

function symbolOf(tag: string, currency: string): string {
  try {
    const form = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    return form.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency
  } catch {
    return currency
  }
}
