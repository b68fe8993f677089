import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { createStatements } from '../reports/index.ts'
import type { DemoDeps } from './fleet-file.ts'
import { areEarlierMonthsRated, storePayouts } from './statements-store.ts'

/**
 * Returns the job that creates the statements of the last month for the owners of stations of the demo once their sessions
 * are rated, and a function that makes it wait for that. One statement is shown as paid; nothing is booked for any.
 */
export function demoStatements(
  { db, bus, clock }: Pick<DemoDeps, 'db' | 'bus' | 'clock'>,
  accountId: string,
): { job: Job; expect: () => void } {
  let isExpected = false
  const work = async () => {
    if (!isExpected) return
    const now = clock.now()
    await inTransaction(db, async (tx) => {
      if (!(await areEarlierMonthsRated(tx, now))) return
      if ((await createStatements(tx, { accountId, now })) === 0) return
      await storePayouts(tx, { accountId, now })
      await bus.publish(tx, [{ kind: 'hint', account: accountId, hint: { kind: 'charge.changed' } }])
      isExpected = false
    })
  }
  return {
    job: {
      name: 'demo.statements',
      lane: 'money',
      every: everyNight,
      wakeOn: (wake) =>
        bus.on('hint', ({ account, hint }) => {
          if (isExpected && account === accountId && hint.kind === 'charge.changed') wake()
        }),
      work,
    },
    expect: () => {
      isExpected = true
    },
  }
}
