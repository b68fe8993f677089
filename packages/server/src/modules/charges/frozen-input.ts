import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { PriceInput } from '../tariffs/index.ts'

/** Input of a price. Without a tariff there is none, and the rest shows what would be priced. */
export type StoredInput = Omit<PriceInput, 'tariff'> & { tariff: PriceInput['tariff'] | null }

/** Input of a price as it is stored. */
export interface FrozenInput {
  /** JSON, deflated. */
  input: Buffer
  /** SHA-256 of the JSON. */
  sha256: Buffer
}

const sha256Of = (json: string): Buffer => hash('sha256', json, 'buffer')

/** Longer inputs are not stored; 20,000 readings take half a million characters. */
const maxJsonLength = 4_000_000

/** Inputs up to this length fit the window of `shortOptions`, and become as small as with the usual one. */
const shortJson = 4_096
/**
 * Compression with a window of 4 KiB and small buffers, because to allocate the usual ones takes longer than to compress a
 * short input; level 1 takes half the time of the usual one for 2 % more bytes.
 */
const shortOptions = { windowBits: 12, memLevel: 5, level: 1, chunkSize: 1_024 }

export function freezeInput(input: StoredInput): FrozenInput {
  const json = JSON.stringify(input)
  if (json.length > maxJsonLength) throw new Error(`the input of the price has ${json.length} characters`)
  const options = json.length <= shortJson ? shortOptions : {}
  return { input: deflateRawSync(json, options), sha256: sha256Of(json) }
}

/** Returns a stored input, and whether it is still the one of its hash. */
export function thawInput({ input, sha256 }: FrozenInput): { input: StoredInput; isIntact: boolean } {
  const json = inflateRawSync(input, { maxOutputLength: maxJsonLength }).toString()
  // it was written by freezeInput
  return { input: JSON.parse(json) as StoredInput, isIntact: sha256Of(json).equals(sha256) }
}
