import {
  defaultCaps,
  type LongCall,
  type Protocol,
  readArray,
  scanShape,
  type StationCall,
} from '@stationmaster/ocpp'
import type { LongReadings } from '../shared/station-connection.ts'
import type { DeviationCounter } from './connection-log.ts'

/** Bytes beyond which a call with a list of meter values is read in parts. */
const shortBytes = 32 * 1024
/**
 * Maximum number of characters of a short call; the longest, SignCertificate with a request of 5,500, needs a
 * quarter.
 */
const shortChars = 32 * 1024
/**
 * Maximum number of characters of all long messages that wait or are processed; 64 MiB if each takes one
 * byte.
 */
const maxChars = 64 * 1024 * 1024
/** Number of messages that are processed concurrently; the others wait in the order of arrival. */
const maxConcurrent = 4

const actionAhead = /^\s*\[\s*2\s*,\s*"[^"\\]{1,36}"\s*,\s*"([^"\\]{1,50})"/

/**
 * Returns the text of a frame, and the names of its list if it has to be read in parts; null if it is too
 * long.
 */
export function frameText(
  data: Buffer,
  { protocol, frameBytes }: { protocol: Protocol; frameBytes: number },
): { text: string; list: readonly string[] | null } | null {
  if (data.length <= Math.min(shortBytes, frameBytes)) return { text: data.toString('utf8'), list: null }
  const call = protocol.findCall(actionAhead.exec(data.toString('utf8', 0, 200))?.[1] ?? '')
  if (data.length > frameBytes && call?.length !== 'transaction') return null
  return { text: data.toString('utf8'), list: call?.list ? [call.list] : null }
}

/** Returns the maximum number of characters of a call. */
export const longestCall = ({ length }: StationCall): number => (length === 'short' ? shortChars : Infinity)

/**
 * Shares the process among the messages that are read in parts: a station that sends one after the other
 * alternates with other stations, and all of them together use a bounded amount of memory.
 */
export class LongCalls {
  private readonly waiting: ((end: () => void) => void)[] = []
  private running = 0
  private reserved = 0

  /** Reserves memory for a message; returns the function that releases it, or null if the limit is reached. */
  reserve(chars: number): (() => void) | null {
    if (this.reserved + chars > maxChars) return null
    this.reserved += chars
    return () => void (this.reserved -= chars)
  }

  get reservedChars(): number {
    return this.reserved
  }

  /**
   * Resolves in a separate turn of the event loop to a function that the caller calls when its message is
   * finished.
   */
  turn(): Promise<() => void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      if (this.running < maxConcurrent) this.next()
    })
  }

  private next(): void {
    const resolve = this.waiting.shift()
    if (!resolve) return
    this.running++
    setImmediate(() =>
      resolve(() => {
        this.running--
        this.next()
      }),
    )
  }
}

const partCaps = { ...defaultCaps, depth: defaultCaps.depth - 2 }

/** Reads the meter values of a call in parts and counts deviations as for other messages. */
export function longReadings(
  { protocol, deviations }: { protocol: Protocol; deviations: DeviationCounter },
  { action, list: name }: StationCall,
  { list, text }: { list: LongCall['list']; text: string },
): LongReadings {
  const path = `/${name}`
  const { values, cut, runs } = list
  const note = (rule: string, sample: string) => deviations.note(`${action} ${rule}`, sample)
  if (cut > 0) note(`more values than a message can need ${path}`, text)
  return {
    values,
    cut,
    *parts() {
      for (const [from, to] of runs) {
        const part = text.slice(from, to)
        const meterValues = scanShape(part, partCaps) === null ? readArray(`[${part}]`) : null
        if (meterValues === null) {
          note(`unreadable ${path}`, part)
          continue
        }
        const read = protocol.tolerateMeterValues(meterValues)
        if (!read.understood) continue
        for (const deviation of read.deviations) note(deviation.replace('/meterValue', path), part)
        yield read.value as LongReadingsPart
      }
    },
  }
}

type LongReadingsPart = ReturnType<LongReadings['parts']> extends Iterable<infer Part> ? Part : never
