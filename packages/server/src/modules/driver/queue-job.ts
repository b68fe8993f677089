import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { WakeTimer } from '../../jobs/wake-timer.ts'
import type { ModuleContext } from '../module.ts'
import { type SettleDeps, settleQueues } from './settle-queues.ts'

/** Milliseconds in which changes are collected before the job runs. */
const gatherMs = 250

/** Changes after which a connector may be free, a turn may have ended, or a driver may have lost access. */
const wakingHints = new Set([
  'queue.changed',
  'connector.changed',
  'station.changed',
  'transaction.started',
  'transaction.stopped',
  'reservation.changed',
  'card.changed',
  'user.changed',
  'access_rule.changed',
  'site.changed',
])

/** Returns the job that offers free connectors to drivers in queues. */
export function queueJob(deps: SettleDeps & Pick<ModuleContext, 'onClose'>): Job {
  const timer = new WakeTimer(deps)
  // without queues, messages of stations do not run the job
  let hasQueues = true
  let hasChanged = false
  return {
    name: 'driver.queue',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => {
      timer.wake = wake
      deps.bus.on('hint', ({ hint: { kind } }) => {
        if (kind === 'queue.changed') hasQueues = hasChanged = true
        if (hasQueues && wakingHints.has(kind)) timer.wakeIn(gatherMs)
      })
      // a station refuses a reservation, or does not answer
      deps.bus.on('command.ended', () => hasQueues && timer.wakeIn(gatherMs))
      deps.bus.on('session.ended', () => hasQueues && timer.wakeIn(gatherMs))
    },
    work: async () => {
      hasChanged = false
      const settled = await settleQueues(deps)
      // a driver may have joined while it ran; other changes wake it again
      hasQueues = settled.hasQueues || hasChanged
      if (settled.nextEnd)
        timer.wakeIn(Math.max(gatherMs, settled.nextEnd.getTime() - deps.clock.now().getTime()))
    },
  }
}
