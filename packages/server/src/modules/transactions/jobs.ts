import type { Pool } from 'pg'
import type { Bus } from '../../bus/bus.ts'
import type { BusEvent } from '../../bus/events.ts'
import type { Job } from '../../jobs/job.ts'
import type { Clock } from '../../shared/clock.ts'
import { type Told, tellScripts } from '../workflow/index.ts'
import { endAbandoned } from './abandoned-store.ts'

export interface TransactionJobDeps {
  pool: Pool
  bus: Bus
  clock: Clock
  told: Told
}

/** How long a station may keep the stop of a transaction that is over at its connector. */
const stopPatienceMs = 15 * 60_000

/** Sessions that a reboot of their station cut off end with their last reading. */
export const transactionJobs = (deps: TransactionJobDeps): Job[] => [
  { name: 'transactions.end-abandoned', every: '* * * * *', work: () => endCutOff(deps) },
]

async function endCutOff({ pool, bus, clock, told }: TransactionJobDeps): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - stopPatienceMs)
  await endAbandoned(pool, before, async (client, ended) => {
    const deeds = ended.map(({ id: objectId, accountId }) => {
      return { accountId, classCode: 'transaction', objectId, action: 'hold', from: 'running', to: 'held' }
    })
    await tellScripts({ bus, told }, client, now, deeds)
    await bus.publish(
      client,
      ended.flatMap(({ number, accountId, stationId }): BusEvent[] => [
        {
          kind: 'hint',
          account: accountId,
          hint: { kind: 'transaction.changed', station: stationId, ids: [String(number)] },
        },
        { kind: 'station.stale', station: stationId },
      ]),
    )
  })
}
