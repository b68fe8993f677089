/** The small part of DER (X.690) that certificates and certificate requests need. */

const isConstructed = 0x20

export interface DerNode {
  readonly tag: number
  /** Tag, length and content. */
  readonly whole: Buffer
  readonly content: Buffer
}

/** Reads the first element. */
export function readDer(bytes: Buffer): DerNode {
  const tag = bytes[0]
  const short = bytes[1]
  if (tag === undefined || short === undefined) throw new Error('DER ends too early')
  const lengthBytes = short < 0x80 ? 0 : short & 0x7f
  const length = lengthBytes === 0 ? short : bytes.readUIntBE(2, lengthBytes)
  const start = 2 + lengthBytes
  return { tag, whole: bytes.subarray(0, start + length), content: bytes.subarray(start, start + length) }
}

/** Returns the elements of a constructed element. */
export function children(node: DerNode): DerNode[] {
  if ((node.tag & isConstructed) === 0) throw new Error('A primitive element holds none')
  const found: DerNode[] = []
  for (let rest = node.content; rest.length > 0; ) {
    const next = readDer(rest)
    found.push(next)
    rest = rest.subarray(next.whole.length)
  }
  return found
}

export function writeDer(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

export const derTag = {
  integer: 0x02,
  bitString: 0x03,
  oid: 0x06,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  attributes: 0xa0,
} as const
