import { type Refusal, refuse } from '../../shared/refusal.ts'

/** Series of numbers: invoices and credit notes. */
export type Series = 'INV' | 'CN'

/** Longest number; UBL and CII have no limit, but payment references have. */
const longest = 30
const minDigits = 5

/**
 * Refuses a pattern of numbers that does not make each number unique: series and years are counted separately, so it
 * needs `{series}`, `{year}` and `{number}`, once each.
 */
export function refusePattern(pattern: string): Refusal | null {
  const isComplete = ['{series}', '{year}', '{number}'].every((part) => pattern.split(part).length === 2)
  const rest = pattern.replace('{series}', 'INV').replace('{year}', '2000').replace('{number}', '0'.repeat(9))
  return isComplete && /^[A-Za-z0-9/.-]+$/.test(rest) && rest.length <= longest
    ? null
    : refuse('seller.pattern_invalid', { field: 'numberpattern', limit: longest })
}

/** Returns the number of an invoice, such as `INV-2026-00042`. */
export const invoiceNumber = (
  pattern: string,
  { series, year, number }: { series: Series; year: number; number: number },
): string =>
  pattern
    .replace('{series}', series)
    .replace('{year}', String(year))
    .replace('{number}', String(number).padStart(minDigits, '0'))
