// The measured process: the bundle that `npm start` serves, plus the figures it reports about itself.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const { serve } = await import('../../packages/server/dist/main.mjs')

/** Interval between two checks of the event loop, in ms; each figure includes the interval itself. */
const intervalMs = 10
const loop = monitorEventLoopDelay({ resolution: intervalMs })
const delayMs = (percent) => Math.max(0, loop.percentile(percent) / 1e6 - intervalMs)

const figures = {
  /** Memory after a full collection. */
  memory: async () => {
    for (let round = 0; round < 2; round++) {
      globalThis.gc()
      await pause(100)
    }
    return process.memoryUsage()
  },
  loopStart: async () => {
    loop.reset()
    loop.enable()
  },
  loop: async () => ({ p50Ms: delayMs(50), p99Ms: delayMs(99), maxMs: loop.max / 1e6 - intervalMs }),
}

const server = await serve({ print: () => {} })

const stop = async () => {
  await server.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('disconnect', stop)
// Ctrl-C in a terminal reaches the whole group; the benchmark decides when this process ends.
process.on('SIGINT', () => {})

process.on('message', async ({ ask, id }) => {
  const answer = await figures[ask]()
  process.send?.({ id, answer })
})
process.send({ port: server.port })
