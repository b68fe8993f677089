/**
 * Returns a text as one line of at most this many characters. Control characters would break a message or hide a part of
 * it.
 */
export const oneLine = (text: string, most: number): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, most)
