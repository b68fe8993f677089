interface Block {
  isHeading: boolean
  text: string
  /** Position in the text. */
  place: number
}

/** Splits a plain text into headings (lines that begin with `#`) and paragraphs (separated by empty lines). */
export const blocksOf = (text: string): Block[] =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^(#+ .*)$/gm, '\n$1\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block, place) => ({
      isHeading: /^#+ /.test(block),
      text: block.replace(/^#+ +/, ''),
      place,
    }))
