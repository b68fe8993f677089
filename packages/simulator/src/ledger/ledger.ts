import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Outcome of a CALL of a station. `discarded` is a transaction message that the station dropped after the
 * configured number of attempts (E2 3.7.1): a checker must not expect it.
 */
export type Outcome = 'result' | 'error' | 'timeout' | 'lost' | 'discarded'

/** One CALL of a station and its outcome. */
export interface LedgerEntry {
  readonly identity: string
  /** Number of the station's connection, from 1: message ids are unique only within one. */
  readonly connection: number
  readonly id: string
  readonly action: string
  readonly payload: unknown
  readonly outcome: Outcome
  /** Payload of the answer, or code and description of the error; null if there is neither. */
  readonly answer: unknown
  /** ISO 8601 with milliseconds. */
  readonly sentAt: string
  readonly endedAt: string
}

/** Append-only record of the CALLs of a station. */
export interface Ledger {
  append(entry: LedgerEntry): void
  close(): void
}

export interface MemoryLedger extends Ledger {
  readonly entries: readonly LedgerEntry[]
}

export function memoryLedger(): MemoryLedger {
  const entries: LedgerEntry[] = []
  return { entries, append: (entry) => void entries.push(entry), close: () => {} }
}

/**
 * Creates a ledger as JSON lines in a file, appended to if it exists. Each entry is passed to the operating
 * system before the station acts on the answer, so that a kill -9 of either side leaves no gap.
 */
export function fileLedger(path: string): Ledger {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a', 0o600)
  let isOpen = true
  return {
    append: (entry) => {
      if (isOpen) writeSync(file, `${JSON.stringify(entry)}\n`)
    },
    close: () => {
      if (isOpen) closeSync(file)
      isOpen = false
    },
  }
}

/** Discards its entries: for stations whose acknowledgements are not checked. */
export const noLedger: Ledger = { append: () => {}, close: () => {} }

/** Reads a ledger file. Skips an incomplete last line, left by a killed process. */
export function readLedger(path: string): LedgerEntry[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  const complete = lines.slice(0, -1)
  return complete.map((line) => JSON.parse(line) as LedgerEntry)
}
