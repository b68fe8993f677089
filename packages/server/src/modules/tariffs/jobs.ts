import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { countForbidden } from './count-forbidden.ts'

type JobDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

export const tariffJobs = ({ db, bus, clock }: JobDeps): Job[] => [
  {
    // stations, connectors and other tariffs change which prices apply where
    name: 'tariffs.check',
    every: everyMinute,
    atStart: true,
    work: () => inTransaction(db, (tx) => countForbidden({ bus, tx }, clock.now())),
  },
]
