import { sellerLogoMaxBytes } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { readFileData } from '../files/index.ts'
import { documentLimits } from './documents/document-limits.ts'

const field = 'logo'
const maxPixels = 60_000_000
/** Size in pixels that gives 300 dots per inch at the width of the logo on the page. */
const box = { width: 800, height: 300, fit: 'inside', withoutEnlargement: true } as const
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif', 'tiff'])

/** Returns an uploaded logo without its metadata as a PNG for documents, as a JPEG if that would be too large. */
export async function readSellerLogo(text: string): Promise<Buffer | Refusal> {
  const data = readFileData(text, { maxBytes: sellerLogoMaxBytes, field })
  if (isRefusal(data)) return data
  // loaded with the first picture
  const { default: sharp } = await import('sharp')
  try {
    const given = sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
    const { format } = await given.metadata()
    if (!format || !formats.has(format)) return refuse('picture.unreadable', { field })
    const sized = given.rotate().resize(box).flatten({ background: '#ffffff' }).toColourspace('srgb')
    const png = await sized.clone().png({ compressionLevel: 9 }).toBuffer()
    return png.length <= documentLimits.logoBytes ? png : await sized.jpeg({ quality: 85 }).toBuffer()
  } catch {
    // the library throws for a file that is not a picture, is broken or is too large
    return refuse('picture.unreadable', { field })
  }
}
