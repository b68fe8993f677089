/** Names are drawn with the page's own font: there is no glyph server, and none is needed. */
export const pageFont = ['Inter Variable', 'sans-serif']

/** The map keeps each letter as it was first drawn, so the font has to be there before the map. */
export async function pageFontReady(): Promise<void> {
  await document.fonts.load(`12px "${pageFont[0]}"`).catch(() => undefined)
}
