/** Any mask will do on loopback (RFC 6455, 10.3 is about proxies on the open network). */
const mask = Uint8Array.of(0x5a, 0xc3, 0x3c, 0xa5)
const finalText = 0x81
const masked = 0x80

const head = (opcode: number, length: number): Buffer =>
  length < 126
    ? Buffer.from([opcode, masked | length, ...mask])
    : Buffer.from([opcode, masked | 126, length >> 8, length & 0xff, ...mask])

/** Returns a small masked frame of any kind. */
export function maskedFrame(opcode: number, payload: Uint8Array): Buffer {
  const start = head(opcode, payload.length)
  return Buffer.concat([start, payload.map((byte, index) => byte ^ mask[index & 3]!)])
}

export const textFrame = (text: string): Buffer => maskedFrame(finalText, Buffer.from(text, 'utf8'))

/**
 * A text frame that is masked once; per call only some of its characters are rewritten in place. It must not
 * be changed before the previous frame has been answered.
 */
export class FrameTemplate {
  readonly bytes: Buffer
  private readonly headLength: number
  private readonly places: ReadonlyMap<string, { at: number; length: number }>

  /** @param text the message; it contains each of `placeholders` once, at the position and in the width of the value to be written. */
  constructor(text: string, placeholders: readonly string[]) {
    const payload = Buffer.from(text, 'utf8')
    this.headLength = head(finalText, payload.length).length
    this.bytes = textFrame(text)
    this.places = new Map(
      placeholders
        .filter((placeholder) => text.includes(placeholder))
        .map((placeholder) => [
          placeholder,
          { at: payload.indexOf(placeholder), length: Buffer.byteLength(placeholder) },
        ]),
    )
  }

  /**
   * Writes ASCII text into a placeholder, padded with leading spaces. Does nothing if there is no
   * placeholder.
   */
  fill(placeholder: string, value: string): void {
    const place = this.places.get(placeholder)
    if (!place) return
    const blanks = place.length - value.length
    for (let index = 0; index < place.length; index++) {
      const at = place.at + index
      const code = index < blanks ? 0x20 : value.charCodeAt(index - blanks)
      this.bytes[this.headLength + at] = code ^ mask[at & 3]!
    }
  }
}
