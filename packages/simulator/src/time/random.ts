/** Randomness as a parameter: the same seed gives the same run. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  between(low: number, high: number): number
  /** Returns an integer, both ends included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T
  /** Returns a waiting time between independent arrivals. */
  exponential(mean: number): number
  /** Returns a separate source for a part, so that the draws of one part do not shift those of another. */
  fork(name: string): Random
}

/** Returns four 32-bit words from a text (cyrb128). */
function hash(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ k, 597_399_067)
    b = c ^ Math.imul(b ^ k, 2_869_860_233)
    c = d ^ Math.imul(c ^ k, 951_274_213)
    d = a ^ Math.imul(d ^ k, 2_716_044_179)
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067)
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233)
  c = Math.imul(a ^ (c >>> 17), 951_274_213)
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179)
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0]
}

/** The generator sfc32: fast, small, good enough for everything but secrets. */
function sfc32(text: string): () => number {
  let [a, b, c, d] = hash(text)
  return () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4_294_967_296
  }
}

export function seededRandom(seed: string | number): Random {
  const next = sfc32(String(seed))
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (from) => {
      if (from.length === 0) throw new Error('Nothing to pick from')
      return from[Math.floor(next() * from.length)]!
    },
    exponential: (mean) => -Math.log(1 - next()) * mean,
    fork: (name) => seededRandom(`${seed}/${name}`),
  }
}
