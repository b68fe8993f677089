/** Images that a browser displays, by their first bytes. SVG is excluded: it can contain scripts. */
const pictures: readonly { type: string; begins: (bytes: Buffer) => boolean }[] = [
  {
    type: 'image/png',
    begins: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  { type: 'image/jpeg', begins: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  { type: 'image/gif', begins: (bytes) => /^GIF8[79]a/.test(start(bytes)) },
  { type: 'image/webp', begins: (bytes) => /^RIFF[^]{4}WEBP/.test(start(bytes)) },
  { type: 'image/avif', begins: (bytes) => /^[^]{4}ftypavi[fs]/.test(start(bytes)) },
]

const start = (bytes: Buffer): string => bytes.toString('latin1', 0, 16)

/** Media type of everything else, which must not be opened in our origin: browsers save it. */
const unknown = 'application/octet-stream'

/** Returns the media type according to the bytes. */
export function mediaTypeOf(bytes: Buffer): string {
  const picture = pictures.find(({ begins }) => begins(bytes))
  if (picture) return picture.type
  return start(bytes).startsWith('%PDF-') ? 'application/pdf' : unknown
}

/** Returns true if browsers may display the file; all others are only downloaded. */
export const isViewable = (type: string): boolean => pictures.some((picture) => picture.type === type)
