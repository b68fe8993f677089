import { nameMeant } from './folded-name.ts'
import { endOfString } from './frame-scan.ts'

/** Position of a list of meter values in a text: a member name at a nesting depth. */
export interface ListPosition {
  /** 1 for a payload, 2 for the payload of a call, which is an array. */
  depth: 1 | 2
  names: readonly string[]
}

/** Limits on reading a list. A sampled value is an object within an element of the list. */
export interface SliceCaps {
  /** Sampled values of one slice, unless a single element has more. */
  valuesPerSlice: number
  /** Brackets and commas of one slice, unless a single element has more. */
  nodesPerSlice: number
  /** An element with more sampled values is dropped. */
  valuesPerElement: number
  /** Sampled values in all slices together; elements beyond are dropped. */
  values: number
}

/**
 * The samples that a message can need: a meter value has at most some hundred (22 measurands, 10 phases), a
 * transaction of 24 hours with a meter value each minute and six measurands has 8,640.
 */
export const defaultSliceCaps: SliceCaps = {
  valuesPerSlice: 400,
  nodesPerSlice: 5_000,
  valuesPerElement: 1_000,
  values: 10_000,
}

/** A list of meter values in an unparsed text. */
export interface SlicedList {
  /** Index of the opening bracket of the list, and the index after the closing one. */
  start: number
  end: number
  /** Start and end of runs of elements, in order. */
  runs: readonly (readonly [from: number, to: number])[]
  /** Number of sampled values in the whole list. */
  values: number
  /** Number of sampled values in no run. */
  cut: number
}

const QUOTE = 0x22
const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

/** Returns the index of the first character from `at` on that is not white space. */
function behindBlanks(text: string, at: number): number {
  let i = at
  while (i < text.length && isBlank(text.charCodeAt(i))) i++
  return i
}

/** Returns the index of the bracket that opens the list whose name ends at `close`; -1 if there is none. */
function listBehind(text: string, close: number): number {
  const colon = behindBlanks(text, close + 1)
  if (text.charCodeAt(colon) !== 0x3a) return -1
  const start = behindBlanks(text, colon + 1)
  return text.charCodeAt(start) === 0x5b ? start : -1
}

/**
 * Finds the list and splits it into runs of elements that can be parsed one at a time. Parses nothing, so a
 * text of a megabyte takes a few milliseconds. Returns null if the text contains no such list, or an
 * unterminated one.
 */
export function sliceList(
  text: string,
  place: ListPosition,
  caps: SliceCaps = defaultSliceCaps,
): SlicedList | null {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const close = endOfString(text, i)
        const start = depth === place.depth ? listBehind(text, close) : -1
        if (start >= 0 && nameMeant(text.slice(i + 1, close), place.names) !== null)
          return divide(text, start, caps)
        i = close
        break
      }
      case 0x5b:
      case 0x7b:
        depth++
        break
      case 0x5d:
      case 0x7d:
        depth--
    }
  }
  return null
}

/** Collects elements into runs. */
class Runs {
  readonly runs: [number, number][] = []
  values = 0
  cut = 0
  /** Start of the element that is being read, with the sampled values and nodes read so far. */
  from: number
  elementValues = 0
  elementNodes = 0
  readonly #caps: SliceCaps
  #open: [number, number] | null = null
  #openValues = 0
  #openNodes = 0

  constructor(from: number, caps: SliceCaps) {
    this.from = from
    this.#caps = caps
  }

  /** Adds the element that ends at `to`; the next one begins after the comma. */
  add(to: number): void {
    const caps = this.#caps
    const { from, elementValues: values, elementNodes: nodes } = this
    this.from = to + 1
    this.elementValues = 0
    this.elementNodes = 0
    this.values += values
    const isTooMuch = values > caps.valuesPerElement || nodes > 12 * caps.valuesPerElement
    if (isTooMuch || this.values - this.cut > caps.values) {
      this.cut += values
      this.close()
      return
    }
    const isFull =
      this.#openValues + values > caps.valuesPerSlice || this.#openNodes + nodes > caps.nodesPerSlice
    if (isFull) this.close()
    this.#open ??= [from, to]
    this.#open[1] = to
    this.#openValues += values
    this.#openNodes += nodes
  }

  close(): void {
    if (this.#open) this.runs.push(this.#open)
    this.#open = null
    this.#openValues = 0
    this.#openNodes = 0
  }
}

function divide(text: string, start: number, caps: SliceCaps): SlicedList | null {
  const runs = new Runs(start + 1, caps)
  let depth = 0
  for (let i = start; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i)
        break
      case 0x7b:
        // The element itself is at depth 2, its list of sampled values at depth 3.
        if (++depth > 2) runs.elementValues++
        runs.elementNodes++
        break
      case 0x5b:
        depth++
        runs.elementNodes++
        break
      case 0x5d:
      case 0x7d:
        if (--depth > 0) break
        if (behindBlanks(text, runs.from) < i) runs.add(i)
        runs.close()
        return { start, end: i + 1, runs: runs.runs, values: runs.values, cut: runs.cut }
      case 0x2c:
        runs.elementNodes++
        // Elements that are not objects are grouped: none of them carries data.
        if (depth > 1 || (runs.elementValues === 0 && runs.elementNodes < 64)) break
        runs.add(i)
    }
  }
  return null
}
