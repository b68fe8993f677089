import { toWireText } from '@stationmaster/ocpp'

/**
 * The form of an idTag that is compared: the type is case-insensitive (OCPP 1.6, 7.28), and some readers add
 * control characters.
 */
export function foldCode(code: string): string {
  return toWireText(code.replace(/\p{Cc}/gu, ''))
    .trim()
    .toLowerCase()
}

/** How many characters make a card's code telling enough to guess what was cut off. */
const leastTelling = 6

/** Whether a tag looks like a part of a card's code or the other way round: some readers lose a byte. */
export function looksLike(tagFolded: string, cardFolded: string): boolean {
  if (tagFolded === cardFolded) return false
  const [short, long] =
    tagFolded.length < cardFolded.length ? [tagFolded, cardFolded] : [cardFolded, tagFolded]
  return short.length >= leastTelling && (long.startsWith(short) || long.endsWith(short))
}
