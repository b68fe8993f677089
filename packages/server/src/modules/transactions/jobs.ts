import type { Pool, PoolClient } from 'pg'
import type { Bus } from '../../bus/bus.ts'
import type { BusEvent } from '../../bus/events.ts'
import type { Job } from '../../jobs/job.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Outbox } from '../workflow/index.ts'
import { type EndedTransaction, endAbandoned, endSurplus } from './abandoned-store.ts'

export interface TransactionJobDeps {
  pool: Pool
  bus: Bus
  clock: Clock
  outbox: Outbox
}

/** Milliseconds for which the stop may still arrive of a transaction whose connector is already free. */
const stopTimeoutMs = 15 * 60_000

/**
 * Jobs that end transactions interrupted by a reboot of their station, or by a newer one on their connector,
 * with their last reading.
 */
export const transactionJobs = (deps: TransactionJobDeps): Job[] => [
  { name: 'transactions.end-abandoned', every: '* * * * *', work: () => endInterrupted(deps) },
]

async function endInterrupted({ pool, bus, clock, outbox }: TransactionJobDeps): Promise<void> {
  const now = clock.now()
  const before = new Date(now.getTime() - stopTimeoutMs)
  const report = async (client: PoolClient, ended: EndedTransaction[]): Promise<void> => {
    const stateChanges = ended.map(({ id: objectId, accountId }) => {
      return {
        accountId,
        classCode: 'transaction',
        objectId,
        action: 'review',
        from: 'running',
        to: 'needs_review',
      }
    })
    await outbox.record(client, stateChanges)
    await bus.publish(client, byStation(ended).flatMap(eventsOf))
  }
  await endAbandoned(pool, before, report)
  await endSurplus(pool, report)
}

/** Numbers in one hint; a hint with more only reports that transactions changed. */
const maxNumbers = 50

/** Returns the events of one station. */
function eventsOf(ended: readonly [EndedTransaction, ...EndedTransaction[]]): BusEvent[] {
  const [{ accountId: account, stationId: station }] = ended
  const ids = ended.length > maxNumbers ? undefined : ended.map(({ number }) => String(number))
  return [
    { kind: 'hint', account, hint: { kind: 'transaction.changed', station, ids } },
    { kind: 'station.stale', station },
  ]
}

function byStation(ended: readonly EndedTransaction[]): [EndedTransaction, ...EndedTransaction[]][] {
  const stations = new Map<string, [EndedTransaction, ...EndedTransaction[]]>()
  for (const one of ended) {
    const known = stations.get(one.stationId)
    if (known) known.push(one)
    else stations.set(one.stationId, [one])
  }
  return [...stations.values()]
}
