/** Pictures that a browser can only draw, by how their bytes begin. SVG is not one of them: it can hold scripts. */
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

/** What nobody may open in our name: it is saved as a file. */
const unknown = 'application/octet-stream'

/** The media type that the bytes themselves show. */
export function mediaTypeOf(bytes: Buffer): string {
  const picture = pictures.find(({ begins }) => begins(bytes))
  if (picture) return picture.type
  return start(bytes).startsWith('%PDF-') ? 'application/pdf' : unknown
}

/** Whether a browser may show it in the page; the rest is only ever saved. */
export const isViewable = (type: string): boolean => pictures.some((picture) => picture.type === type)
