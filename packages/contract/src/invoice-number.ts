/** Series of numbers: invoices and credit notes. */
export type InvoiceSeries = 'INV' | 'CN'

/** Longest number; UBL and CII have no limit, but payment references have. */
export const maxInvoiceNumber = 30
const minDigits = 5

/**
 * Returns true if a pattern makes each number unique: series and years are counted separately, so it needs `{series}`,
 * `{year}` and `{number}`, once each.
 */
export function isNumberPattern(pattern: string): boolean {
  const isComplete = ['{series}', '{year}', '{number}'].every((part) => pattern.split(part).length === 2)
  const rest = pattern.replace('{series}', 'INV').replace('{year}', '2000').replace('{number}', '0'.repeat(9))
  return isComplete && /^[A-Za-z0-9/.-]+$/.test(rest) && rest.length <= maxInvoiceNumber
}

/** Returns the number of an invoice, such as `INV-2026-00042`. */
export const invoiceNumber = (
  pattern: string,
  { series, year, number }: { series: InvoiceSeries; year: number; number: number },
): string =>
  pattern
    .replace('{series}', series)
    .replace('{year}', String(year))
    .replace('{number}', String(number).padStart(minDigits, '0'))
