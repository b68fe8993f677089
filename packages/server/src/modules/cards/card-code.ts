import { toWireText } from '@stationmaster/ocpp'

/**
 * Returns the idTag in the form used for comparison: the type is case-insensitive (OCPP 1.6, 7.28), and some
 * readers add control characters.
 */
export function foldCode(code: string): string {
  return toWireText(code.replace(/\p{Cc}/gu, ''))
    .trim()
    .toLowerCase()
}
