/** The caps of a frame's shape, counted before anything is parsed. */
export interface FrameCaps {
  /** How deep arrays and objects may nest. */
  depth: number
  /** Members of one object. */
  keysPerObject: number
  /** Values in the whole frame: members, elements, containers. */
  nodes: number
}

export const defaultCaps: FrameCaps = { depth: 32, keysPerObject: 256, nodes: 20_000 }

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The index of the quote that ends the string opened at `start`, or the text's end. */
export function endOfString(text: string, start: number): number {
  const end = text.length
  let i = start + 1
  for (; i < end; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) break
    if (unit === BACKSLASH) i++
  }
  return i
}

/**
 * Counts brackets, colons and commas outside of strings. `JSON.parse` takes a depth of a million and blocks
 * for seconds on it; this pass takes a millisecond for 256 KiB and needs no stack.
 */
export function scanShape(text: string, caps: FrameCaps): 'too-deep' | 'too-wide' | null {
  const keys: number[] = [0]
  const end = text.length
  let depth = 0
  let nodes = 0
  for (let i = 0; i < end; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > caps.depth) return 'too-deep'
        keys[depth] = 0
        nodes++
        break
      case 0x5d: // ]
      case 0x7d: // }
        // More closed than opened is no JSON; the parser says so.
        if (depth > 0) depth--
        break
      case 0x3a: {
        // :
        const count = (keys[depth] ?? 0) + 1
        keys[depth] = count
        if (count > caps.keysPerObject) return 'too-wide'
        break
      }
      case 0x2c: // ,
        nodes++
    }
    if (nodes > caps.nodes) return 'too-wide'
  }
  return null
}
