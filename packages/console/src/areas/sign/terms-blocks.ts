interface Block {
  isHeading: boolean
  text: string
  /** The position in the text. */
  place: number
}

/** A plain text as headings (lines that begin with `#`) and paragraphs (what stands between empty lines). */
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
