import { type Refusal, refuse } from '../../shared/refusal.ts'

export interface Picture {
  content: Buffer
  thumbnail: Buffer
  width: number
  height: number
}

/** What we make of every picture. */
export const pictureType = 'image/webp'

const base64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/

/** The bytes of a picture that was sent as base64, at most so many. */
export function readPictureData(text: string, maxBytes: number, field: string): Buffer | Refusal {
  // browsers give data addresses
  const encoded = text.replace(/^data:[\w/+.-]*;base64,/, '')
  if (!base64.test(encoded)) return refuse('invalid', 'the data is not base64', field)
  const data = Buffer.from(encoded, 'base64')
  if (data.length <= maxBytes) return data
  const limit = maxBytes / 1024 / 1024
  return refuse('too-large', `Maximum filesize exceeded: a picture has at most ${limit} MiB`, field)
}

const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif', 'tiff'])
const longestEdge = 1920
const thumbnailEdge = 320
const mostPixels = 60_000_000

/**
 * A picture encoded anew: what was hidden in the file, its metadata and with it the place where it was taken, is
 * gone. Turned the way the camera was held.
 */
export async function reencode(data: Buffer): Promise<Picture | Refusal> {
  // Loaded with the first picture: its libraries take 10 MiB, and few installations ever see one.
  const { default: sharp } = await import('sharp')
  try {
    const given = sharp(data, { limitInputPixels: mostPixels, failOn: 'error' })
    const { format } = await given.metadata()
    // formats that can draw on other files (SVG, PDF) are not opened
    if (!format || !formats.has(format)) return notAPicture
    const upright = given.rotate()
    const { data: content, info } = await upright
      .clone()
      .resize({ width: longestEdge, height: longestEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    const thumbnail = await upright
      .resize({ width: thumbnailEdge, height: thumbnailEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer()
    return { content, thumbnail, width: info.width, height: info.height }
  } catch {
    // the library throws for whatever is no picture, broken or too large to be opened
    return notAPicture
  }
}

const notAPicture = refuse(
  'invalid',
  'Failed while reading a file: send a picture (JPEG, PNG, WebP, AVIF, GIF or TIFF)',
  'data',
)
