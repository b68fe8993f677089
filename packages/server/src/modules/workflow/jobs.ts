import type { Bus } from '../../bus/bus.ts'
import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { EngineDeps } from './deps.ts'
import { workStateChanges } from './work-state-changes.ts'

/** Job that runs the scripts of state changes; what one round leaves, the next takes immediately. */
export const workflowJobs = (deps: EngineDeps): Job[] => [
  {
    name: 'workflow.scripts',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => onStateChanges(deps.bus, wake),
    work: async () => {
      if (await workStateChanges(deps)) await deps.bus.publish(deps.db, [{ kind: 'state.changed' }])
    },
  },
]

const gatherMs = 100

/** Wakes the job shortly after state changes were stored, once for several. */
function onStateChanges(bus: Bus, wake: () => void): void {
  let timer: NodeJS.Timeout | null = null
  bus.on('state.changed', () => {
    timer ??= setTimeout(() => {
      timer = null
      wake()
    }, gatherMs).unref()
  })
}
