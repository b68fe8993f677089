import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import { inLongTransaction } from '../../storage/long-transaction.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { removeEndedHolds } from './holds-store.ts'
import { removeOldChecks, storeChecks } from './verify-store.ts'

const dayMs = 86_400_000
/** Days for which results of checks, and holds that ended, are stored. */
export const checkDays = 400
export const holdDays = 90

/** Jobs that verify the ledger and delete what is not part of it. */
export const ledgerJobs = ({ db, clock }: Pick<ModuleContext, 'db' | 'clock'>): Job[] => [
  {
    name: 'ledger.verify',
    every: everyNight,
    work: () => inLongTransaction(db, '0', (tx) => storeChecks(tx, clock.now())),
  },
  {
    name: 'ledger.remove-old',
    every: everyNight,
    work: () =>
      inTransaction(db, async (tx) => {
        const now = clock.now().getTime()
        await removeOldChecks(tx, new Date(now - checkDays * dayMs))
        await removeEndedHolds(tx, new Date(now - holdDays * dayMs))
      }),
  },
]
