import { sql } from 'kysely'
import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { createStatements } from '../reports/index.ts'
import type { DemoDeps } from './fleet-file.ts'

/** Bank account of the owners of stations of the demo, an example of the Bundesbank. */
const iban = 'DE02120300000000202051'

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
      if ((await createStatements(tx, { accountId, now })) === 0) return
      await sql`insert into owner_banks (owner_id, account_id, iban, holder)
        select distinct c.id, c.account_id, ${iban}, c.name from owner_statements s join clients c on c.id = s.owner_id
        where s.is_demo and s.account_id = ${accountId} on conflict do nothing`.execute(tx)
      await sql`update owner_statements s set state = 'paid', iban = ${iban}, paid_at = ${now},
          holder = (select c.name from clients c where c.id = s.owner_id)
        where s.id = (select id from owner_statements where is_demo and account_id = ${accountId}
          order by code desc limit 1)`.execute(tx)
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
