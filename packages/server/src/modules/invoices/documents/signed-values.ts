import type { InvoiceDocument } from './invoice-document.ts'
import { element, optional, xmlText } from './xml.ts'

/** Name of the attachment with signed values. */
export const signedValuesFile = 'signed-values.xml'

/** Returns the signed values unchanged, in the format that transparency software reads; null if there are none. */
export function writeSignedValues({ lines }: InvoiceDocument): string | null {
  const sessions = new Map(
    lines.flatMap(({ session }) => (session ? [[session.number, session] as const] : [])),
  )
  const values = [...sessions.values()].flatMap(({ number, signedValues }) =>
    signedValues.map(({ context, format, data, publicKey }) =>
      element(
        'value',
        [
          element('signedData', data, { format, encoding: 'plain' }),
          optional('publicKey', publicKey, { encoding: 'plain' }),
        ],
        { transactionId: number, context },
      ),
    ),
  )
  return values.length === 0 ? null : xmlText(element('values', values))
}
