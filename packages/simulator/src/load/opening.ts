import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Handshake } from './bare-socket.ts'
import type { Caller } from './caller.ts'

export interface OpenFigures {
  readonly open: number
  /** Handshakes that were sent away or broke off; each was tried again. */
  readonly refused: number
  /** From the first dial to the last answered boot, in milliseconds. */
  readonly openedMs: number
  readonly firstError: string
}

/** How often a station comes again before it counts as refused for good. */
const mostTries = 200

/** How long a station stays away after a refusal: what it was told, and some more by chance. */
const awayMs = (handshake: Handshake): number =>
  !handshake.isOpen && handshake.retryAfterS !== null
    ? handshake.retryAfterS * 1000 * (1 + Math.random() * 0.3) + Math.random() * 100
    : 100 + Math.random() * 400

/** Connects stations, at most so many at once, and boots each when it is in. */
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
    for (let tries = 0; tries < mostTries; tries++) {
      const handshake = await caller.open()
      if (handshake.isOpen && (await caller.ask('BootNotification'))) {
        open++
        return booted()
      }
      refused++
      if (handshake.isOpen) continue
      firstError ||= handshake.why
      // Wrong credentials do not become right by repetition.
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
    // Two thousand dials in one turn would hold up the answers that are to be timed.
    if (count % 100 === 0) await nextTurn()
  }
  await Promise.all(workers)
  return { open, refused, openedMs: Math.round(performance.now() - startMs), firstError }
}
