import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { PriceInput } from '../tariffs/index.ts'

/** Input of a price. Without a tariff there is none, and the rest shows what would be priced. */
export type StoredInput = Omit<PriceInput, 'tariff'> & { tariff: PriceInput['tariff'] | null }

/** Input of a price as it is stored. */
export interface FrozenInput {
  /** JSON: deflated, or as it is after `plainMark`. */
  input: Buffer
  /** SHA-256 of the JSON. */
  sha256: Buffer
}

const sha256Of = (json: string | Buffer): Buffer => hash('sha256', json, 'buffer')

/** Longer inputs are not stored; 20,000 readings take a quarter of a million bytes. */
const maxJsonLength = 4_000_000

/**
 * Inputs up to this length are not compressed: that would take a tenth of the server's time for a session. With a longer one
 * the row would exceed 2 kB, and PostgreSQL would compress it.
 */
const plainJson = 1_700
/** The first byte of an input that is not compressed: no deflated data begins with this type of block (RFC 1951, 3.2.3). */
const plainMark = '\u0007'

/** Inputs up to this length fit the window of `shortOptions`, and become as small as with the usual one. */
const shortJson = 4_096
/**
 * Compression with a window of 4 KiB and small buffers, because to allocate the usual ones takes longer than to compress a
 * short input; level 1 takes half the time of the usual one for 2 % more bytes.
 */
const shortOptions = { windowBits: 12, memLevel: 5, level: 1, chunkSize: 1_024 }

type Session = NonNullable<StoredInput['session']>
/**
 * Readings as they are stored: time and energy since the reading before, without pairs; pairs in older ratings, and if a
 * difference would not be exact.
 */
type StoredSamples = Session['samples'] | number[]
type Stored = Omit<StoredInput, 'session'> & {
  session: (Omit<Session, 'samples'> & { samples: StoredSamples }) | null
}

/**
 * Returns what is stored of an input. Differences are small numbers: the text is written in half of the time, and takes half
 * of the space.
 */
function storedForm(input: StoredInput): Stored {
  if (!input.session) return input as StoredInput & { session: null }
  const samples: number[] = []
  let [ms, wh] = startOf(input.session)
  for (const sample of input.session.samples) {
    const whSince = sample[1] - wh
    // stations report any number, and beyond 2^53 a sum of differences is not the reading
    if (!Number.isSafeInteger(sample[1]) || !Number.isSafeInteger(whSince)) return input
    samples.push(sample[0] - ms, whSince)
    ;[ms, wh] = sample
  }
  // copied, then changed, because the order of properties is part of the hash
  const session: Stored['session'] = { ...input.session }
  session.samples = samples
  const stored: Stored = { ...input }
  stored.session = session
  return stored
}

/** Returns the input of its stored form, which it changes. */
function inputOf(stored: Stored): StoredInput {
  const { session } = stored
  if (session && isFlat(session.samples)) {
    let [ms, wh] = startOf(session)
    const flat = session.samples
    session.samples = Array.from({ length: flat.length / 2 }, (_, index): [number, number] => {
      ms += flat[2 * index]!
      wh += flat[2 * index + 1]!
      return [ms, wh]
    })
  }
  return stored as StoredInput
}

const startOf = ({ startedAt, meterStartWh }: Pick<Session, 'startedAt' | 'meterStartWh'>) =>
  [startedAt, meterStartWh] as [ms: number, wh: number]

const isFlat = (samples: StoredSamples): samples is number[] => typeof samples[0] === 'number'

export function freezeInput(input: StoredInput): FrozenInput {
  const marked = Buffer.from(plainMark + JSON.stringify(storedForm(input)))
  const json = marked.subarray(plainMark.length)
  if (json.length <= plainJson) return { input: marked, sha256: sha256Of(json) }
  if (json.length > maxJsonLength) throw new Error(`the input of the price takes ${json.length} bytes`)
  const options = json.length <= shortJson ? shortOptions : {}
  return { input: deflateRawSync(json, options), sha256: sha256Of(json) }
}

/** Returns a stored input, and whether it is still the one of its hash. */
export function thawInput({ input, sha256 }: FrozenInput): { input: StoredInput; isIntact: boolean } {
  const isPlain = input[0] === plainMark.charCodeAt(0)
  const json = isPlain
    ? input.toString('utf8', plainMark.length)
    : inflateRawSync(input, { maxOutputLength: maxJsonLength }).toString()
  // it was written by freezeInput
  const stored = JSON.parse(json) as Stored
  return { input: inputOf(stored), isIntact: sha256Of(json).equals(sha256) }
}

/** Returns true if an input has the hash of an earlier rating, which may be that of an input with pairs of readings. */
export function hasHash(frozen: FrozenInput, sha256: Buffer): boolean {
  return frozen.sha256.equals(sha256) || sha256Of(JSON.stringify(thawInput(frozen).input)).equals(sha256)
}
