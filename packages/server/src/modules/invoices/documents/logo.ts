import { documentLimits } from './document-limits.ts'

/** Format and size in pixels of a logo. */
export type Logo = { mimeType: 'image/png' | 'image/jpeg'; width: number; height: number }

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/**
 * Reads format and size from the first bytes; null if the picture is neither PNG nor JPEG with one or three colors
 * or exceeds the limits. PDF/A with an RGB profile permits no pictures with four inks.
 */
export function readLogo(bytes: Uint8Array): Logo | null {
  if (bytes.length > documentLimits.logoBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const logo = readPng(view) ?? readJpeg(view)
  if (!logo || logo.width === 0 || logo.height === 0) return null
  return logo.width * logo.height > documentLimits.logoPixels ? null : logo
}

function readPng(view: DataView): Logo | null {
  if (view.byteLength < 33 || pngSignature.some((byte, at) => view.getUint8(at) !== byte)) return null
  return { mimeType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/** Markers of a JPEG that begin a frame: C0 to CF without the tables C4, C8 and CC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readJpeg(view: DataView): Logo | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; ) {
    if (isFrame(view.getUint8(at + 1))) {
      const components = view.getUint8(at + 9)
      if (components !== 1 && components !== 3) return null
      return { mimeType: 'image/jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}
