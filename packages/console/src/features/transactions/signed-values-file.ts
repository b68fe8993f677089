import type { AnswerOf, guestChargeSigned } from '@stationmaster/contract'

type SignedValue = AnswerOf<typeof guestChargeSigned>['values'][number]

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** Returns the format by the name that transparency software uses; null if it is not known. */
function formatOf(value: string): string | null {
  if (value.startsWith('OCMF|')) return 'OCMF'
  return value.startsWith('AP;') ? 'ALFEN' : null
}

/** Returns the signed values of a session, unchanged, in the file format that transparency software reads. */
export function signedValuesFile(number: number, values: readonly SignedValue[]): string {
  const entries = values.map(({ context, value, publickey }) => {
    const format = formatOf(value)
    const attributes = `${format === null ? '' : ` format="${format}"`} encoding="plain"`
    const key = publickey === null ? '' : `    <publicKey encoding="plain">${escape(publickey)}</publicKey>\n`
    const about = ` transactionId="${number}"${context === null ? '' : ` context="${escape(context)}"`}`
    return `  <value${about}>\n    <signedData${attributes}>${escape(value)}</signedData>\n${key}  </value>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<values>\n${entries.join('')}</values>\n`
}
