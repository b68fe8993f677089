import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { notifyOperators } from '../notices/index.ts'
import type { ModuleContext } from '../module.ts'
import { type DueFault, takeFault } from './fault-store.ts'
import { faultText } from './fault-texts.ts'

type FaultDeps = Pick<ModuleContext, 'db' | 'bus' | 'clock'>

/** Notices per run; the job runs again within a minute. */
const maxOfRun = 500
/** Length at which texts of a station are truncated in a notice. */
const maxTextLength = 80

/** Jobs that notify operators of connectors and stations that are Faulted. */
export const stationFaultJobs = (deps: FaultDeps): Job[] => [
  { name: 'stations.faults', every: everyMinute, work: () => notifyFaults(deps) },
]

async function notifyFaults(deps: FaultDeps): Promise<void> {
  for (let taken = 0; taken < maxOfRun; taken += 1) if (!(await notifyOne(deps))) return
}

/** Returns false if no fault is pending. */
const notifyOne = ({ db, bus, clock }: FaultDeps): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const now = clock.now()
    const fault = await takeFault(tx, now)
    if (fault?.isNotified)
      await notifyOperators(
        { tx, bus },
        {
          accountId: fault.accountId,
          severity: 'warning',
          textOf: (locale) => faultText(locale, shown(fault)),
          about: { classCode: 'charge_point', id: fault.stationId, label: fault.identity },
          now,
        },
      )
    return fault !== null
  })

const shown = ({ label, identity, evseNo, errorCode }: DueFault) => ({
  station: label === null ? identity : `${label.slice(0, maxTextLength)} (${identity})`,
  evseNo,
  errorCode: errorCode === null || errorCode === 'NoError' ? null : errorCode.slice(0, maxTextLength),
})
