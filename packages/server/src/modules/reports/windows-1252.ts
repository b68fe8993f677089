/** Characters of Windows-1252 from 0x80 on that Latin-1 does not have; a dot: not assigned. */
const special = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ'

const byteOf = (character: string): number => {
  const code = character.codePointAt(0)!
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const place = character === '.' ? -1 : special.indexOf(character)
  return place === -1 ? 0x3f : 0x80 + place
}

/** Encodes a text in Windows-1252; other characters become question marks. */
export const inWindows1252 = (text: string): Buffer => Buffer.from([...text].map(byteOf))
