import { decimalText } from './decimals.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { documentSums } from './totals.ts'

/** Most bytes of the text, and of the amount in cents, that the guideline EPC069-12 permits. */
const most = { bytes: 331, name: 70, amountMinor: 99_999_999_999 }

/**
 * Returns the text of the QR code for a SEPA transfer (EPC069-12, version 002, UTF-8); null if the document
 * needs no transfer in euros or was made without a real payment.
 */
export function epcQrText(document: InvoiceDocument): string | null {
  const { seller, currency, type, isTrial, paymentReference } = document
  const { dueMinor } = documentSums(document)
  if (currency !== 'EUR' || type !== 380 || isTrial || seller.iban === null || paymentReference === null)
    return null
  if (dueMinor < 1 || dueMinor > most.amountMinor) return null
  const name = [...seller.legalName.replaceAll(/\s+/g, ' ').trim()].slice(0, most.name).join('')
  const amount = `EUR${decimalText(BigInt(dueMinor), 2)}`
  const text = [
    'BCD',
    '002',
    '1',
    'SCT',
    seller.bic ?? '',
    name,
    seller.iban,
    amount,
    '',
    paymentReference,
  ].join('\n')
  return Buffer.byteLength(text) > most.bytes ? null : text
}
