import { type Refusal, refuse } from '../../shared/refusal.ts'

export interface Picture {
  content: Buffer
  thumbnail: Buffer
  width: number
  height: number
}

/** Media type of all stored pictures. */
export const pictureType = 'image/webp'

const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/

interface FileLimit {
  maxBytes: number
  field: string
  /** Returns true if the content is that of a document. */
  isDocument?: (data: Buffer) => boolean
}

/** Decodes a picture or a document sent as base64. */
export function readFileData(text: string, { maxBytes, field, isDocument }: FileLimit): Buffer | Refusal {
  // browsers send data URLs
  const encoded = text.replace(/^data:[\w/+.-]*;base64,/, '')
  if (!base64.test(encoded)) return refuse('picture.unreadable', { field })
  const data = Buffer.from(encoded, 'base64')
  if (data.length <= maxBytes) return data
  const code = isDocument?.(data) ? 'document.too_large' : 'picture.too_large'
  return refuse(code, { mib: maxBytes / 1024 / 1024, field })
}

const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif', 'tiff'])
const maxEdge = 1920
const thumbnailEdge = 320
const maxPixels = 60_000_000

/**
 * Re-encodes a picture without its metadata, such as the place where it was taken, or other hidden data.
 * Applies the camera's orientation.
 */
export async function reencode(data: Buffer): Promise<Picture | Refusal> {
  // loaded with the first picture: its libraries take 10 MiB, and few installations use pictures
  const { default: sharp } = await import('sharp')
  try {
    const given = sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
    const { format } = await given.metadata()
    // formats that can include other files (SVG, PDF) are not opened
    if (!format || !formats.has(format)) return notAPicture
    const upright = given.rotate()
    const { data: content, info } = await upright
      .clone()
      .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const thumbnail = await upright
      .resize({ width: thumbnailEdge, height: thumbnailEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer()
    return { content, thumbnail, width: info.width, height: info.height }
  } catch {
    // the library throws for a file that is not a picture, is broken or is too large
    return notAPicture
  }
}

const notAPicture = refuse('picture.unreadable', { field: 'data' })
