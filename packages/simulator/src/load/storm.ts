import { loopbackUrl, type LoadStation } from './bare-socket.ts'
import { Caller } from './caller.ts'
import { latencyFigures, newHistogram, type LatencyFigures } from './figures.ts'
import { maxSeconds, type LoadTarget } from './load.ts'
import { openCallers } from './opening.ts'

export interface StormFigures {
  readonly stations: number
  /** Number of stations whose boot was answered. */
  readonly booted: number
  /** From the first connection attempt to the last answered boot, in milliseconds. */
  readonly lastBootMs: number
  /** Handshakes that were rejected or broken off; each was retried. */
  readonly refused: number
  readonly errors: number
  readonly firstError: string
  /** Latency of the Heartbeats of a station that was connected before, during the storm. */
  readonly bystander: LatencyFigures
}

/** Sends Heartbeats until it is stopped. */
async function bystand(url: URL, station: LoadStation): Promise<{ stop: () => LatencyFigures }> {
  const histogram = newHistogram()
  let isOver = false
  const caller = new Caller(
    { url, station, index: 0 },
    {
      answered: (it, _kind, microseconds) => {
        histogram.record(microseconds)
        // A heartbeat every twenty milliseconds detects every stall without being a load itself.
        if (!isOver) setTimeout(() => !isOver && it.send('Heartbeat'), 20)
      },
      failed: () => {},
    },
  )
  const handshake = await caller.open()
  if (!handshake.isOpen) throw new Error(`The bystander was rejected: ${handshake.why}`)
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
 * Connects and boots all stations at the same moment, as after a power cut; the first of the target is the
 * bystander and is connected before. Resolves when all are booted, or after `timeoutS`.
 */
export async function reconnectStorm(target: LoadTarget, timeoutS = 60): Promise<StormFigures> {
  if (timeoutS > maxSeconds) throw new Error(`A storm lasts at most ${maxSeconds} s`)
  const url = loopbackUrl(target.url)
  const [first, ...others] = target.stations
  if (!first || others.length === 0) throw new Error('A storm needs at least two stations')
  let errors = 0
  let firstError = ''
  const callers = others.map(
    (station, index) =>
      new Caller(
        { url, station, index: index + 1 },
        {
          answered: () => {},
          failed: (why) => {
            errors++
            firstError ||= why
          },
        },
      ),
  )
  const bystander = await bystand(url, first)
  const startMs = performance.now()
  let booted = 0
  let lastBootMs = 0
  const opening = openCallers(callers, callers.length, () => {
    booted++
    lastBootMs = Math.round(performance.now() - startMs)
  })
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, timeoutS * 1000, null).unref())
  const figures = await Promise.race([opening, timeout])
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
