import type { Clock } from '../../shared/clock.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { type Db, inTransaction } from '../../storage/transaction.ts'
import { type IdleFee, idleFeeOf } from './idle-fee.ts'
import { isOpen, type Rated, rateSession } from './rate-session.ts'
import { loadSessions, withReadings } from './session-store.ts'
import { pricesOfSessions } from './session-tariffs.ts'

/** Milliseconds for which the cost of an open session is not computed again. */
export const costAgeMs = 10_000
/** Costs in memory; the least recently computed ones are dropped. */
export const maxCosts = 5_000
/** Sessions that are read with one statement. */
const sessionsPerQuery = 100

/** Cost of a session up to its last reading, or after the stop until now while the vehicle occupies the connector. */
export interface RunningCost {
  rated: Rated
  at: Date
  /** Null while the vehicle charges, and without a fee. */
  idleFee: IdleFee | null
}

/** Costs of sessions that can still rise, computed from stored readings when someone asks, at most every ten seconds. */
export class RunningCosts {
  private readonly known = new Map<string, RunningCost>()
  private readonly deps: { db: Db; clock: Clock }

  constructor(deps: { db: Db; clock: Clock }) {
    this.deps = deps
  }

  get size(): number {
    return this.known.size
  }

  /**
   * Returns the costs of those of the sessions whose price can still rise. A price depends on rows that its viewer may not see, so
   * the caller checks who pays: `session.clientId`.
   */
  async of(ids: readonly string[]): Promise<Map<string, RunningCost>> {
    const now = this.deps.clock.now()
    const isFresh = (id: string) => {
      const cost = this.known.get(id)
      return cost !== undefined && now.getTime() - cost.at.getTime() < costAgeMs
    }
    const missing = ids.filter((id) => !isFresh(id))
    for (let next = 0; next < missing.length; next += sessionsPerQuery)
      await this.compute(missing.slice(next, next + sessionsPerQuery), now)
    return new Map(ids.flatMap((id) => (this.known.has(id) ? [[id, this.known.get(id)!] as const] : [])))
  }

  private async compute(ids: readonly string[], now: Date): Promise<void> {
    const { db } = this.deps
    const { sessions, tariffs } = await outsideTenant(() =>
      inTransaction(db, async (tx) => ({
        sessions: await loadSessions(tx, ids),
        tariffs: await pricesOfSessions(tx, ids, now),
      })),
    )
    for (const id of ids) this.known.delete(id)
    for (const session of sessions) {
      const prices = tariffs.get(session.id) ?? null
      if (!isOpen(session, prices, now.getTime())) continue
      const { rated, input } = rateSession(withReadings(session), prices, now.getTime())
      this.known.set(session.id, { rated, at: now, idleFee: idleFeeOf(rated.engine, input) })
    }
    for (const id of this.known.keys()) {
      if (this.known.size <= maxCosts) break
      this.known.delete(id)
    }
  }
}
