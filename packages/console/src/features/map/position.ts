import { decimalOf } from '../../lib/amount.ts'

/** Degrees north and east. */
export interface Position {
  readonly lat: number
  readonly lng: number
}

/** Six decimals are about 10 cm. */
const digits = 6

export const roundDegrees = (degrees: number): number => Number(degrees.toFixed(digits))

export const writeDegrees = (degrees: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping: false }).format(degrees)

/** Parses degrees written with a point or a comma; null if the text is not a number or exceeds the limit. */
export function readDegrees(text: string, limit: 90 | 180): number | null {
  const plain = decimalOf(text)
  if (!/^[+-]?\d{1,3}(\.\d*)?$/.test(plain)) return null
  const degrees = Number(plain)
  return Math.abs(degrees) <= limit ? roundDegrees(degrees) : null
}

/** Parses a pair in the format of other maps: `52.5, 13.4` or `52,5; 13,4`; null for anything else. */
export function readPosition(text: string): Position | null {
  const pair =
    /^\s*([+-−]?\d{1,3}\.\d+)\s*[,;\s]\s*([+-−]?\d{1,3}\.\d+)\s*$/.exec(text) ??
    /^\s*([+-−]?\d{1,3},\d+)\s*[;\s]\s*([+-−]?\d{1,3},\d+)\s*$/.exec(text)
  if (pair === null) return null
  const lat = readDegrees(pair[1]!, 90)
  const lng = readDegrees(pair[2]!, 180)
  return lat === null || lng === null ? null : { lat, lng }
}
