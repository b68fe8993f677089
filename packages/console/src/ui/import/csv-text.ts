/** Text that a spreadsheet would run as a formula; a negative number, such as an amount, is none. */
const formula = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/

/** Returns a CSV file (RFC 4180) that spreadsheets read as UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob([`\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  })

function cell(value: string | number): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
