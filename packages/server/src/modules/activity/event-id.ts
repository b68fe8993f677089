/** Number of bits of an event's id below its milliseconds since 1970. */
const numberBits = 20n
const largest = 2n ** 63n - 1n

/** Returns the lowest id of events at an instant, or of the first one that can be stored. */
export const lowestId = (at: Date): bigint => {
  const id = BigInt(at.getTime()) << numberBits
  return id < 0n ? 0n : id > largest ? largest : id
}

/** Id above that of all events. */
export const endOfIds = largest

/** Reads an id; one that is too large is that of no event. */
export const readEventId = (text: string): bigint => {
  const id = BigInt(text)
  return id > largest ? largest : id
}
