import { loopbackUrl, type LoadStation } from './bare-socket.ts'
import { Caller } from './caller.ts'
import { latencyFigures, newHistogram, type LatencyFigures } from './figures.ts'
import { mostSeconds, type LoadTarget } from './load.ts'
import { openCallers } from './opening.ts'

export interface StormFigures {
  readonly stations: number
  /** How many were answered their boot. */
  readonly booted: number
  /** From the first dial to the last answered boot, in milliseconds. */
  readonly lastBootMs: number
  /** Handshakes that were sent away or broke off; each was tried again. */
  readonly refused: number
  readonly errors: number
  readonly firstError: string
  /** The Heartbeats of a station that was there before, while the others came. */
  readonly bystander: LatencyFigures
}

/** Beats as fast as it is answered until it is told to stop. */
async function bystand(url: URL, station: LoadStation): Promise<{ stop: () => LatencyFigures }> {
  const histogram = newHistogram()
  let isOver = false
  const caller = new Caller(url, station, 0, {
    answered: (it, _kind, microseconds) => {
      histogram.record(microseconds)
      // A beat every twenty milliseconds sees every stall without being a load of its own.
      if (!isOver) setTimeout(() => !isOver && it.send('Heartbeat'), 20)
    },
    failed: () => {},
  })
  const handshake = await caller.open()
  if (!handshake.isOpen) throw new Error(`The bystander was refused: ${handshake.why}`)
  await caller.ask('BootNotification')
  caller.send('Heartbeat')
  return {
    stop: () => {
      isOver = true
      caller.close()
      return latencyFigures(histogram)
    },
  }
}

/**
 * All stations dial at the same moment and boot, as after a power cut; the first of the target is the bystander
 * and is connected before. Resolves when all are in, or after `patienceS`.
 */
export async function reconnectStorm(target: LoadTarget, patienceS = 60): Promise<StormFigures> {
  if (patienceS > mostSeconds) throw new Error(`A storm lasts at most ${mostSeconds} s`)
  const url = loopbackUrl(target.url)
  const [first, ...others] = target.stations
  if (!first || others.length === 0) throw new Error('A storm needs two stations at least')
  let errors = 0
  let firstError = ''
  const callers = others.map(
    (station, index) =>
      new Caller(url, station, index + 1, {
        answered: () => {},
        failed: (why) => {
          errors++
          firstError ||= why
        },
      }),
  )
  const bystander = await bystand(url, first)
  const startMs = performance.now()
  let booted = 0
  let lastBootMs = 0
  const opening = openCallers(callers, callers.length, () => {
    booted++
    lastBootMs = Math.round(performance.now() - startMs)
  })
  const patience = new Promise<null>((resolve) => setTimeout(resolve, patienceS * 1000, null).unref())
  const figures = await Promise.race([opening, patience])
  for (const caller of callers) caller.close()
  return {
    stations: callers.length,
    booted,
    lastBootMs,
    refused: figures?.refused ?? 0,
    errors,
    firstError: firstError || (figures?.firstError ?? ''),
    bystander: bystander.stop(),
  }
}
