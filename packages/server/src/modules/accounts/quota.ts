import type { AccountQuotas } from '../../shared/account-quotas.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { type Counted, countOf, findLimits, lockLimits, usedLogMib } from './store.ts'

/** Factor by which an account may exceed its limit including deleted rows, which are never removed. */
const withDeletedFactor = 10

export interface Quotas {
  /**
   * Returns a refusal if one more row would exceed the account's limit, otherwise null. Transactions that add
   * to the same account are serialized from here to their end, so that of two at the limit one is refused.
   */
  refuse(tx: Tx, accountId: string, what: Counted): Promise<Refusal | null>
  /** Likewise for several rows. */
  refuseMany(tx: Tx, accountId: string, added: { what: Counted; rows: number }): Promise<Refusal | null>
  /** Likewise for an anonymous sign-up; users who have not confirmed their email address count as well. */
  refuseStranger(tx: Tx, accountId: string): Promise<Refusal | null>
  /** Returns the account's limits: its own, or else the defaults of the server. */
  limits(db: Db, accountId: string): Promise<AccountQuotas>
  readonly defaults: AccountQuotas
}

/** Returns how much of its limits an account has used, as the API reports it. */
export async function usageOf(quotas: Quotas, db: Db, { accountId, now }: { accountId: string; now: Date }) {
  const limits = await quotas.limits(db, accountId)
  const used = async (what: Counted) => ({
    used: (await countOf(db, what, accountId)).present,
    limit: limits[what],
  })
  return {
    stations: await used('stations'),
    cards: await used('cards'),
    users: await used('users'),
    logmibperday: { used: await usedLogMib(db, accountId, now), limit: limits.logMibPerDay },
  }
}

/** @param defaults limits of accounts without limits of their own */
export const accountQuotas = (defaults: AccountQuotas): Quotas => ({
  defaults,
  refuse: (tx, accountId, what) => refuseRows(tx, accountId, { what, rows: 1, defaults }),
  refuseMany: (tx, accountId, added) => refuseRows(tx, accountId, { ...added, defaults }),
  refuseStranger: async (tx, accountId) => {
    const limit = (await lockLimits(tx, accountId))?.users ?? defaults.users
    return (await countOf(tx, 'users', accountId)).all >= limit ? exceeded('users', limit) : null
  },
  limits: async (db, accountId) => {
    const own = await findLimits(db, accountId)
    return {
      stations: own?.stations ?? defaults.stations,
      cards: own?.cards ?? defaults.cards,
      users: own?.users ?? defaults.users,
      logMibPerDay: own?.logMibPerDay ?? defaults.logMibPerDay,
    }
  },
})

async function refuseRows(
  tx: Tx,
  accountId: string,
  { what, rows, defaults }: { what: Counted; rows: number; defaults: AccountQuotas },
): Promise<Refusal | null> {
  const limit = (await lockLimits(tx, accountId))?.[what] ?? defaults[what]
  const { present, all } = await countOf(tx, what, accountId)
  if (present + rows > limit) return exceeded(what, limit)
  return all + rows > limit * withDeletedFactor ? exceeded(what, limit * withDeletedFactor, true) : null
}

const exceeded = (what: Counted, limit: number, isWithDeleted = false): Refusal =>
  refuse(isWithDeleted ? `quota.${what}_with_deleted` : `quota.${what}`, { limit })
