import type { Bus } from '../../bus/bus.ts'
import type { Db } from '../../storage/transaction.ts'
import {
  type AccessQuestion,
  type CompiledRules,
  compileRules,
  decideAccess,
  type EvseDecision,
} from './decide.ts'
import { readEnabledRules } from './store.ts'

/** Decides about cards from memory. */
export interface AccessDecisions {
  /** Returns the decision, or null if the account has no enabled rules. */
  decide(accountId: string, question: () => AccessQuestion): EvseDecision | null
  /** Returns the enabled rules of the account, or null if it has none. */
  rulesOf(accountId: string): CompiledRules | null
}

const retryMs = 1_000

/** The enabled rules of all accounts in one server process, reloaded when they were changed. */
export class AccessIndex implements AccessDecisions {
  private readonly db: Db
  private rules = new Map<string, CompiledRules>()
  private started = 0
  private readonly applied = new Map<string, number>()
  private readonly onError: (error: unknown) => void
  private isClosed = false

  constructor(db: Db, onError: (error: unknown) => void) {
    this.db = db
    this.onError = onError
  }

  static async open(deps: { db: Db; bus: Bus }, onError: (error: unknown) => void): Promise<AccessIndex> {
    const index = new AccessIndex(deps.db, onError)
    deps.bus.on('access_rules.changed', ({ account }) => void index.reload(account))
    // a state that an administrator added may have got another type
    deps.bus.on('workflow.changed', () => void index.reload(null))
    deps.bus.onGap(() => void index.reload(null))
    await index.refresh(null)
    return index
  }

  rulesOf(accountId: string): CompiledRules | null {
    return this.rules.get(accountId) ?? null
  }

  decide(accountId: string, question: () => AccessQuestion): EvseDecision | null {
    const rules = this.rules.get(accountId)
    return rules ? decideAccess(rules, question()) : null
  }

  close(): void {
    this.isClosed = true
  }

  /** Reloads until it succeeds: until then the rules that are known apply. */
  private async reload(account: string | null): Promise<void> {
    try {
      await this.refresh(account)
    } catch (error) {
      if (this.isClosed) return
      this.onError(error)
      setTimeout(() => void this.reload(account), retryMs).unref()
    }
  }

  /** Reloads the rules of an account, or of all; of two concurrent reloads the one that began later counts. */
  private async refresh(account: string | null): Promise<void> {
    const order = ++this.started
    const byAccount = await readEnabledRules(this.db, account)
    const accounts = account === null ? new Set([...this.rules.keys(), ...byAccount.keys()]) : [account]
    for (const id of accounts) {
      if (order < (this.applied.get(id) ?? 0)) continue
      this.applied.set(id, order)
      const rules = byAccount.get(id)
      if (rules) this.rules.set(id, compileRules(rules))
      else this.rules.delete(id)
    }
  }
}
