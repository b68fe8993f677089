/** Checks and references with check digits: IBAN (ISO 13616), BIC (ISO 9362), creditor reference (ISO 11649), electronic addresses. */

/** Returns the remainder by 97 of a text in which letters count as 10 to 35 (ISO 7064). */
function remainder97(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

const hasCheckDigits = (text: string) => remainder97(text.slice(4) + text.slice(0, 4)) === 1

export const isIban = (text: string): boolean =>
  /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && hasCheckDigits(text)

export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text)

export const isCreditorReference = (text: string): boolean =>
  /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && hasCheckDigits(text)

/** Returns true if the last digit makes the weighted sum of all digits a multiple; the weights apply from the right. */
const hasLastDigit = (text: string, weights: readonly number[], modulus: number): boolean =>
  [...text].toReversed().reduce((sum, digit, at) => sum + Number(digit) * weights[at % weights.length]!, 0) %
    modulus ===
  0

/**
 * Returns true unless an electronic address cannot be one of its scheme: Peppol rejects wrong check digits of a GLN (0088), of a
 * Norwegian (0192) and of a Belgian organisation (0208) with its rules COMMON-R040, R041 and R043.
 */
export function isAddressOf(scheme: string, id: string): boolean {
  if (scheme === '0088') return /^\d{8,14}$/.test(id) && hasLastDigit(id, [1, 3], 10)
  if (scheme === '0192') return /^\d{9}$/.test(id) && hasLastDigit(id, [1, 2, 3, 4, 5, 6, 7, 2, 3], 11)
  if (scheme === '0208')
    return /^\d{10}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8))
  return true
}

/** Returns true for a VAT number of the Netherlands. */
export const isDutchVatId = (text: string): boolean => /^NL\d{9}B\d{2}$/.test(text)

/** Returns the creditor reference of a document number: its letters and digits with check digits. */
export function creditorReference(number: string): string | null {
  const body = number.toUpperCase().replaceAll(/[\s./_-]/g, '')
  if (!/^[A-Z0-9]{1,21}$/.test(body)) return null
  const digits = String(98 - remainder97(`${body}RF00`)).padStart(2, '0')
  return `RF${digits}${body}`
}

/** Returns a code in groups of four, as printed: `DE02 1203 0000 0000 2020 51`. */
export const inGroups = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1 ')
