/** Names are drawn in the page's own font, so no glyph server is needed. */
export const pageFont = ['Inter Variable', 'sans-serif']

/** The map caches each glyph as first drawn, so the font must be loaded before the map. */
export async function pageFontReady(): Promise<void> {
  await document.fonts.load(`12px "${pageFont[0]}"`).catch(() => undefined)
}
