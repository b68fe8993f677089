import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Handshake } from './bare-socket.ts'
import type { Caller } from './caller.ts'

export interface OpenFigures {
  readonly open: number
  /** Handshakes that were rejected or broken off; each was retried. */
  readonly refused: number
  /** From the first connection attempt to the last answered boot, in milliseconds. */
  readonly openedMs: number
  readonly firstError: string
}

/** Attempts before a station counts as rejected for good. */
const maxAttempts = 200

/** Returns the delay after a rejection in milliseconds: Retry-After plus jitter. */
const awayMs = (handshake: Handshake): number =>
  !handshake.isOpen && handshake.retryAfterS !== null
    ? handshake.retryAfterS * 1000 * (1 + Math.random() * 0.3) + Math.random() * 100
    : 100 + Math.random() * 400

/** Connects stations, limited to this number at the same time, and boots each once it is connected. */
export async function openCallers(
  callers: readonly Caller[],
  atOnce: number,
  booted: () => void = () => {},
): Promise<OpenFigures> {
  const startMs = performance.now()
  let open = 0
  let refused = 0
  let firstError = ''
  const openOne = async (caller: Caller): Promise<void> => {
    for (let tries = 0; tries < maxAttempts; tries++) {
      const handshake = await caller.open()
      if (handshake.isOpen && (await caller.ask('BootNotification'))) {
        open++
        return booted()
      }
      refused++
      if (handshake.isOpen) continue
      firstError ||= handshake.why
      // Wrong credentials do not become right by retrying.
      if (handshake.status === 401 || handshake.status === 404) return
      await sleep(awayMs(handshake))
    }
  }
  const waiting = [...callers]
  const worker = async (): Promise<void> => {
    for (let caller = waiting.shift(); caller; caller = waiting.shift()) await openOne(caller)
  }
  const workers: Promise<void>[] = []
  for (let count = 1; count <= Math.min(atOnce, callers.length); count++) {
    workers.push(worker())
    // Two thousand connection attempts in one turn of the event loop would delay the answers that are
    // measured.
    if (count % 100 === 0) await nextTurn()
  }
  await Promise.all(workers)
  return { open, refused, openedMs: Math.round(performance.now() - startMs), firstError }
}
