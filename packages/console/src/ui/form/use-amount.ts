import { decimalsOf, isAmount } from '../../lib/amount.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'

/** Returns the functions of fields for amounts in a currency. */
export function useAmount(currency: string) {
  const t = useTexts()
  const format = useFormat()
  const invalid = t('ui.invalidAmount', { example: format.number(12.5, decimalsOf(currency)) })
  return {
    /** Error of a field that is not an amount. */
    invalid,
    /** Returns the error of a typed amount, or null. */
    check: (typed: string, isSigned = false): string | null =>
      isAmount(typed, currency, isSigned) ? null : invalid,
    /** Returns an amount of the API as text of the field, with the decimal separator of the language. */
    textOf: (amount: string): string => amount.replace('.', format.decimalSeparator),
  }
}
