// Prepaid: sessions of clients that pay in advance. Their balance is held while they charge, and charging stops when the
// balance is used up. Not here: the check before a start (cards), the ledger, and payments.
import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { WakeTimer } from '../../jobs/wake-timer.ts'
import type { ModuleContext } from '../module.ts'
import { type HoldDeps, holdSessions } from './hold-sessions.ts'
import { noticeLowBalances } from './low-balance.ts'

export const registerPrepaid = (ctx: ModuleContext, deps: Pick<HoldDeps, 'commands' | 'running'>) => ({
  jobs: [
    holdJob({ ...ctx, ...deps }),
    { name: 'prepaid.low-balance', every: everyMinute, atStart: true, work: () => noticeLowBalances(ctx) },
  ],
})

/** Milliseconds after a start before its amount is held. */
const afterStartMs = 1_000
/** Milliseconds between two computations of what running sessions cost. */
const everyMs = 10_000

/** Returns the job that holds the balances of running sessions. */
function holdJob(deps: HoldDeps & Pick<ModuleContext, 'onClose'>): Job {
  const timer = new WakeTimer(deps)
  return {
    name: 'prepaid.hold',
    lane: 'money',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => {
      timer.wake = wake
      deps.bus.on('hint', ({ hint }) => {
        if (hint.kind === 'transaction.started') timer.wakeIn(afterStartMs)
      })
    },
    work: async () => {
      if (await holdSessions(deps)) timer.wakeIn(everyMs)
    },
  }
}
