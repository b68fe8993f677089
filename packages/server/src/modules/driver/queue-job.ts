import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { ModuleContext } from '../module.ts'
import { type SettleDeps, settleQueues } from './settle-queues.ts'

/** Milliseconds in which changes are collected before the job runs. */
const gatherMs = 250

/** Changes after which a connector may be free, or a turn may have ended. */
const wakingHints = new Set([
  'queue.changed',
  'connector.changed',
  'station.changed',
  'transaction.started',
  'transaction.stopped',
  'reservation.changed',
])

/** Returns the job that offers free connectors to drivers in queues. */
export function queueJob(deps: SettleDeps & Pick<ModuleContext, 'onClose'>): Job {
  let wakeJob: (() => void) | undefined
  let timer: { timeout: NodeJS.Timeout; at: number } | undefined
  // without queues, messages of stations do not run the job
  let hasQueues = true
  const wakeIn = (ms: number) => {
    const at = Date.now() + ms
    if (timer && timer.at <= at) return
    clearTimeout(timer?.timeout)
    const timeout = setTimeout(() => {
      timer = undefined
      wakeJob?.()
    }, ms)
    timer = { timeout, at }
  }
  deps.onClose(() => clearTimeout(timer?.timeout))
  return {
    name: 'driver.queue',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => {
      wakeJob = wake
      deps.bus.on('hint', ({ hint: { kind } }) => {
        if (kind === 'queue.changed') hasQueues = true
        if (hasQueues && wakingHints.has(kind)) wakeIn(gatherMs)
      })
      deps.bus.on('session.ended', () => hasQueues && wakeIn(gatherMs))
    },
    work: async () => {
      // a driver who joins while it runs sets it again
      hasQueues = false
      const settled = await settleQueues(deps)
      hasQueues ||= settled.hasQueues
      if (settled.nextEnd) wakeIn(Math.max(gatherMs, settled.nextEnd.getTime() - deps.clock.now().getTime()))
    },
  }
}
