/** Any mask will do for bytes that nobody between us reads (RFC 6455, 10.3 is about proxies on the open net). */
const mask = Uint8Array.of(0x5a, 0xc3, 0x3c, 0xa5)
const finalText = 0x81
const masked = 0x80

const head = (opcode: number, length: number): Buffer =>
  length < 126
    ? Buffer.from([opcode, masked | length, ...mask])
    : Buffer.from([opcode, masked | 126, length >> 8, length & 0xff, ...mask])

/** A small frame of any kind, masked. */
export function maskedFrame(opcode: number, payload: Uint8Array): Buffer {
  const start = head(opcode, payload.length)
  return Buffer.concat([start, payload.map((byte, index) => byte ^ mask[index & 3]!)])
}

export const textFrame = (text: string): Buffer => maskedFrame(finalText, Buffer.from(text, 'utf8'))

/**
 * A text frame that is masked once; per call only some of its characters are written anew, in place. The owner
 * must not write to it again before the frame before has been answered.
 */
export class FrameTemplate {
  readonly bytes: Buffer
  private readonly headLength: number
  private readonly places: ReadonlyMap<string, { at: number; length: number }>

  /** @param text the message; each of `holes` stands in it once, in the place and width of what will be written. */
  constructor(text: string, holes: readonly string[]) {
    const payload = Buffer.from(text, 'utf8')
    this.headLength = head(finalText, payload.length).length
    this.bytes = textFrame(text)
    this.places = new Map(
      holes
        .filter((hole) => text.includes(hole))
        .map((hole) => [hole, { at: payload.indexOf(hole), length: Buffer.byteLength(hole) }]),
    )
  }

  /** Writes ASCII text into a hole, blanks in front where it is shorter. Without that hole nothing happens. */
  fill(hole: string, value: string): void {
    const place = this.places.get(hole)
    if (!place) return
    const blanks = place.length - value.length
    for (let index = 0; index < place.length; index++) {
      const at = place.at + index
      const code = index < blanks ? 0x20 : value.charCodeAt(index - blanks)
      this.bytes[this.headLength + at] = code ^ mask[at & 3]!
    }
  }
}
