/** Subset of the interface of fontkit 2. */
declare module 'fontkit' {
  export function create(bytes: Buffer): { hasGlyphForCodePoint(codePoint: number): boolean }
}
