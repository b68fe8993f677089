declare module 'subset-font' {
  /** Returns the font with the glyphs of a text only. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2' },
  ): Promise<Buffer>
}
