import { createHmac, randomBytes } from 'node:crypto'

const hex: string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
let pool = randomBytes(4096)
let used = 0

const random = (count: number): Uint8Array => {
  if (used + count > pool.length) {
    pool = randomBytes(4096)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

/** Returns a UUID version 7 (RFC 9562, 5.7): 48 bits of milliseconds, then random bits; sorts by time. */
export const newId = (nowMs: number = Date.now()): string => idOf(nowMs, random(10))

/** Returns true if a text is a UUID. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const maxPerMs = 0xfff

/**
 * Creates a generator of ids that increase, even within a millisecond (RFC 9562, 6.2, method 1): for rows
 * whose order matters. Across processes the order is only as exact as their clocks.
 */
export function growingIds(): (nowMs?: number) => string {
  let lastMs = 0
  let count = 0
  return (nowMs = Date.now()) => {
    count = nowMs > lastMs ? 0 : count + 1
    if (count > maxPerMs) count = 0
    lastMs = Math.max(nowMs, count === 0 ? lastMs + 1 : lastMs)
    return idOf(lastMs, Uint8Array.of(count >> 8, count & 0xff, ...random(8)))
  }
}

const idOf = (nowMs: number, r: Uint8Array): string => {
  const time = nowMs.toString(16).padStart(12, '0')
  const h = (index: number) => hex[r[index]!]!
  const version = hex[0x70 | (r[0]! & 0x0f)]!
  const variant = hex[0x80 | (r[2]! & 0x3f)]!
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}${h(1)}-${variant}${h(3)}-${h(4)}${h(5)}${h(6)}${h(7)}${h(8)}${h(9)}`
}

/**
 * Returns the least id that `newId` could have created at a time: selects rows by age without a separate
 * index.
 */
export const leastIdOf = (ms: number): string => {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

const max31 = 0x7fffffff

const mix = (half: number, secret: number) => {
  let x = Math.imul(half ^ secret, 0x9e3779b1) >>> 0
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b) >>> 0
  return (x ^ (x >>> 13)) & 0xffff
}

/**
 * Returns a permutation of the numbers 1 to 2^31-1 without a visible order (a station must not guess the
 * number of another one's transaction). It is keyed, so different inputs never give the same number. A
 * four-round Feistel network over 32 bits, repeated until the result is in range.
 */
export const numberPermutation = (key: string): ((sequence: number) => number) => {
  const rounds = [0, 1, 2, 3].map((round) =>
    createHmac('sha256', key).update(`round ${round}`).digest().readUInt32BE(0),
  )
  const once = (value: number) => {
    let left = value >>> 16
    let right = value & 0xffff
    for (const secret of rounds) [left, right] = [right, left ^ mix(right, secret)]
    return ((left << 16) | right) >>> 0
  }
  return (sequence) => {
    let value = once(sequence)
    while (value === 0 || value > max31) value = once(value)
    return value
  }
}
