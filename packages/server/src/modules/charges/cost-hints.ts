import type { ModuleContext } from '../module.ts'
import { costAgeMs } from './running-cost.ts'

/**
 * Sends consoles a hint after readings of running sessions: one per account, at most as often as costs are computed
 * again.
 */
export class CostHints {
  private readonly deps: Pick<ModuleContext, 'db' | 'bus' | 'log'>
  private accounts = new Set<string>()
  /** Accounts with readings since the timer began: a cost may be in memory that was computed before them. */
  private later = new Set<string>()
  private timer: NodeJS.Timeout | undefined

  constructor(deps: CostHints['deps'] & Pick<ModuleContext, 'onClose'>) {
    this.deps = deps
    deps.onClose(() => clearTimeout(this.timer))
  }

  note(accountId: string): void {
    if (this.timer) return void this.later.add(accountId)
    this.accounts.add(accountId)
    this.timer = setTimeout(() => void this.publish(), costAgeMs)
  }

  private async publish(): Promise<void> {
    const { db, bus, log } = this.deps
    this.timer = undefined
    const accounts = [...this.accounts]
    this.accounts = this.later
    this.later = new Set()
    if (this.accounts.size > 0) this.timer = setTimeout(() => void this.publish(), costAgeMs)
    try {
      await bus.publish(
        db,
        accounts.map((account) => ({ kind: 'hint', account, hint: { kind: 'cost.changed' } })),
      )
    } catch (error) {
      // the next readings cause the next hint
      log.warn({ err: error }, 'charges: consoles could not be notified of running costs')
    }
  }
}
