/** A body that is not multipart/form-data with a file (RFC 7578). */
export class UnreadableMultipart extends Error {}

/** Bytes of the header of one part. */
const maxHeadBytes = 8 * 1024

/** Returns the boundary of a multipart body (RFC 2046, 5.1.1); null for other types. */
export function boundaryOf(contentType: string): string | null {
  const found = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  return found?.[1] ?? found?.[2] ?? null
}

type Piece = { head: string } | { content: Buffer } | 'end'

/** Splits a body into its parts; the text before the first one is content without a head. */
async function* piecesOf(body: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Piece> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let isContent = true
  // the first delimiter may be at the start of the body
  let rest: Buffer = Buffer.from('\r\n')
  for await (const chunk of body) {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      if (isContent) {
        const at = rest.indexOf(delimiter)
        // the end of what is here may be the start of a delimiter
        const length = at < 0 ? rest.length - delimiter.length + 1 : at
        if (length > 0) yield { content: rest.subarray(0, length) }
        if (at < 0) {
          rest = rest.subarray(Math.max(0, length))
          break
        }
        yield 'end'
        rest = rest.subarray(at + delimiter.length)
        isContent = false
      } else {
        if (rest.length >= 2 && rest.subarray(0, 2).toString() === '--') return
        const end = rest.indexOf('\r\n\r\n')
        if (end > maxHeadBytes || (end < 0 && rest.length > maxHeadBytes)) throw new UnreadableMultipart()
        if (end < 0) break
        yield { head: rest.subarray(0, end).toString() }
        rest = rest.subarray(end + 4)
        isContent = true
      }
    }
  }
  throw new UnreadableMultipart()
}

/** Returns the name of the file of a part (RFC 7578, 4.2); null if the part is no file. */
function fileNameIn(head: string): string | null {
  const line = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const found = /;\s*filename=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/i.exec(line)
  return found ? (found[1] ?? found[2] ?? '') : null
}

/**
 * Yields the content of the first file of a multipart body, without holding more than one chunk in memory. Throws
 * UnreadableMultipart if it has no file or is incomplete.
 * @param named called with the name of the file
 */
export async function* firstFile(
  body: AsyncIterable<Buffer>,
  boundary: string,
  named: (name: string) => void,
): AsyncGenerator<Buffer> {
  let state: 'before' | 'file' | 'after' = 'before'
  for await (const piece of piecesOf(body, boundary)) {
    if (piece === 'end') {
      if (state === 'file') state = 'after'
    } else if ('content' in piece) {
      if (state === 'file') yield piece.content
    } else if (state === 'before') {
      const name = fileNameIn(piece.head)
      if (name === null) continue
      named(name)
      state = 'file'
    }
  }
  if (state !== 'after') throw new UnreadableMultipart()
}
