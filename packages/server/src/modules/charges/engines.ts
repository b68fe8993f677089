import { engine, price, type PriceInput, type PriceResult } from '../tariffs/index.ts'

/** Number of the engine that prices sessions now. */
export const currentEngine = engine

/**
 * Pricing functions by number. An engine whose results differ for any input gets a new number, and the old one stays,
 * so that every stored rating can be computed again.
 */
const engines: Readonly<Record<number, (input: PriceInput) => PriceResult>> = { [engine]: price }

export function engineOf(number: number): (input: PriceInput) => PriceResult {
  const engine = engines[number]
  if (!engine) throw new Error(`unknown engine ${number}`)
  return engine
}
