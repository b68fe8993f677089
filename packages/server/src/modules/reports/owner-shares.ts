import { ownerLimits } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import { dayOfMonth } from '../../shared/day-of-month.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { ownersShare, ownersShareTakenBack, postJournals } from '../ledger/index.ts'
import type { ModuleContext } from '../module.ts'
import { renderStatements } from './statement-documents.ts'
import { insertStatement, markBooked, openShares, takeUnbooked, type UnbookedShare } from './owner-store.ts'

type Deps = Pick<ModuleContext, 'db' | 'bus' | 'clock' | 'log'>

/** Days after the end of a month before its statements: local days of all stations are over, and charges are booked. */
const daysUntilStatement = 2
const dayMs = 86_400_000

/** Jobs that book the shares of owners, and create their statements and the documents of these. */
export const ownerJobs = (deps: Deps): Job[] => [
  { name: 'reports.owner-shares', every: everyMinute, lane: 'money', work: () => bookShares(deps) },
  {
    name: 'reports.statement-documents',
    every: everyMinute,
    lane: 'documents',
    work: async () => {
      const accounts = await renderStatements(deps)
      await deps.bus.publish(
        deps.db,
        accounts.map((account) => ({ kind: 'hint', account, hint: { kind: 'charge.changed' } })),
      )
    },
  },
  {
    name: 'reports.owner-statements',
    every: everyNight,
    lane: 'money',
    work: async () => {
      await inTransaction(deps.db, (tx) => createStatements(tx, { accountId: null, now: deps.clock.now() }))
    },
  },
]

/** Books the shares of owners, each once: the key of its journal is that of the entry. */
export async function bookShares({ db }: Pick<ModuleContext, 'db'>): Promise<void> {
  for (;;) {
    const booked = await inTransaction(
      db,
      async (tx) => {
        const shares = await takeUnbooked(tx, ownerLimits.booked)
        await postJournals(tx, shares.map(journalOf))
        await markBooked(
          tx,
          shares.map(({ entryId }) => entryId),
        )
        return shares.length
      },
      { isRepeatable: true },
    )
    if (booked < ownerLimits.booked) return
  }
}

const journalOf = ({ entryId, ownerId, netMinor, commissionMinor, bookedAt, ...of }: UnbookedShare) => {
  const event = { ...of, occurredAt: bookedAt, shareId: entryId, clientId: ownerId }
  return netMinor < 0
    ? ownersShareTakenBack({ ...event, netMinor: -netMinor, commissionMinor: -commissionMinor })
    : ownersShare({ ...event, netMinor, commissionMinor })
}

/** Returns the first day of the last month whose statements can be created. */
export function lastMonth(now: Date): string {
  const at = new Date(now.getTime() - daysUntilStatement * dayMs)
  return dayOfMonth(at.toISOString(), -1, 1)
}

interface StatementsOf {
  /** Null: all accounts. */
  accountId: string | null
  now: Date
  /** First day; by default the last month that is over. */
  month?: string
  most?: number
}

/**
 * Creates the statements of a month from the booked shares that no statement contains. An owner who has earned nothing gets
 * none; the shares wait for the next month. Returns their number.
 */
export async function createStatements(
  tx: Tx,
  { accountId, now, month = lastMonth(now), most = ownerLimits.statements }: StatementsOf,
): Promise<number> {
  const shares = await openShares(tx, { accountId, until: dayOfMonth(month, 1, 1), most })
  let created = 0
  for (const share of shares) {
    if (share.netMinor - share.commissionMinor <= 0) continue
    if ((await insertStatement(tx, share, { month, now })) !== null) created += 1
  }
  return created
}
