/** Characters of Windows-1252 from 0x80 on that Latin-1 does not have; a dot: not assigned. */
const special = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ'

const questionMark = 0x3f

/** Returns the byte of a character, undefined if there is none. */
function byteOf(character: string): number | undefined {
  const code = character.codePointAt(0)!
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const place = character === '.' ? -1 : special.indexOf(character)
  return place === -1 ? undefined : 0x80 + place
}

/**
 * Encodes a text in Windows-1252. Letters that it does not have lose their mark (č becomes c); other characters become
 * question marks.
 */
export const inWindows1252 = (text: string): Buffer =>
  Buffer.from(
    [...text.normalize('NFC')].map(
      (character) => byteOf(character) ?? byteOf(character.normalize('NFD')[0]!) ?? questionMark,
    ),
  )
